import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Voter } from '#server/votes/voters.ts'
import { Button, IconButton } from '../../../../ui/buttons/button.tsx'
import { Avatar } from '../../../../ui/data/avatar.tsx'
import { Count } from '../../../../ui/data/badge.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { focusFirst, isFocusLost } from '../../../../ui/lib/focus.ts'
import { loadOnUse } from '../../../../ui/lib/load-on-use.tsx'
import { voteMessages as messages } from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import { addVoteDialogId } from '../load-on-use-ids.ts'
import { MoreLinks } from '../more-links.tsx'
import type { SharedProps } from '../page.tsx'
import { personName } from '../person-name.ts'
import { SidebarSection } from './section.tsx'

const AddVoteDialog = loadOnUse(async () => (await import('./add-vote-dialog.tsx')).AddVoteDialog)

/** Lists the voters, latest first, and adds votes on behalf of customers. */
export function VotesSection(props: RequestDetail & SharedProps) {
  const { request, voters, can, home } = props
  const [isPickerNeeded, setPickerNeeded] = useState(false)
  const loadPicker = () => setPickerNeeded(true)
  const { list, onRemove } = useFocusAfterRemoval(voters.rows)
  return (
    <SidebarSection title={messages.title} end={<Count value={request.feedback.votes} />}>
      {voters.rows.length === 0 && voters.start === null ? (
        <p className="request-none">{messages.none}</p>
      ) : (
        <ul ref={list} className="request-people" aria-label={messages.title}>
          {voters.rows.map((voter, index) => (
            <VoterRow key={voter.id} voter={voter} onRemove={() => onRemove(index)} {...props} />
          ))}
        </ul>
      )}
      <MoreLinks {...voters} {...(voters.start === null && voters.rows.length <= 5 && { text: messages.showAll })} />
      {can.actOnBehalf && (
        <>
          <Button
            opens={addVoteDialogId}
            size="sm"
            icon={<Plus aria-hidden />}
            onFocus={loadPicker}
            onPointerEnter={loadPicker}
          >
            {messages.add}
          </Button>
          <AddVoteDialog home={home} isPickerNeeded={isPickerNeeded} />
        </>
      )}
    </SidebarSection>
  )
}

/** Moves focus to the next remove button after a removal, which takes the focused one away. */
function useFocusAfterRemoval(rows: Voter[]) {
  const list = useRef<HTMLUListElement>(null)
  const removedIndex = useRef<number>(undefined)
  useEffect(() => {
    if (removedIndex.current === undefined || !isFocusLost()) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    focusFirst(buttons[removedIndex.current] ?? buttons.at(-1))
    removedIndex.current = undefined
  }, [rows])
  return {
    list,
    onRemove: (index: number) => {
      removedIndex.current = index
    },
  }
}

type VoterRowProps = RequestDetail & SharedProps & { voter: Voter; onRemove: () => void }

function VoterRow({ voter, home, now, zone, can, onRemove }: VoterRowProps) {
  const name = personName(voter)
  return (
    <li className="request-person">
      <Avatar name={name} size="sm" />
      <Link className="request-person-name" to={`${home}/customers/${voter.id}`} title={voter.email ?? name} dir="auto">
        {name}
      </Link>
      <span className="request-person-when">
        <Time value={voter.votedAt} now={now} zone={zone} />
      </span>
      {can.actOnBehalf && (
        <ActionForm intent="unvote" fields={{ customerId: voter.id }} onSubmit={onRemove}>
          <IconButton type="submit" label={messages.remove({ name })} icon={<X aria-hidden />} size="sm" />
        </ActionForm>
      )}
    </li>
  )
}
