import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Voter } from '#server/votes/voters.ts'
import { ActionForm } from '../../../ui/action-form.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Count } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { voting as words } from '../../words/request.ts'
import { AddVote, addVoteId } from './add-vote.tsx'
import type { Detail } from './load.ts'
import { More } from './more.tsx'
import type { Surroundings } from './page.tsx'
import { personName } from './person.ts'
import { SideSection } from './section.tsx'

/** Who voted, the last first, and votes on behalf of customers. */
export function Votes(props: Detail & Surroundings) {
  const { request, voters, can, home } = props
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  return (
    <SideSection title={words.title} end={<Count value={request.feedback.votes} />}>
      {voters.rows.length === 0 && voters.start === null ? (
        <p className="request-none">{words.none}</p>
      ) : (
        <ul className="request-people" aria-label={words.title}>
          {voters.rows.map((voter) => (
            <VoterRow key={voter.id} voter={voter} {...props} />
          ))}
        </ul>
      )}
      <More {...voters} />
      {can.actOnBehalf && (
        <>
          <Button opens={addVoteId} size="sm" icon={<Plus aria-hidden />} onFocus={want} onPointerEnter={want}>
            {words.add}
          </Button>
          <AddVote home={home} isWanted={isWanted} />
        </>
      )}
    </SideSection>
  )
}

function VoterRow({ voter, home, now, zone, can }: Detail & Surroundings & { voter: Voter }) {
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
        <ActionForm intent="unvote" fields={{ customerId: voter.id }}>
          <IconButton type="submit" label={words.remove(name)} icon={<X aria-hidden />} size="sm" />
        </ActionForm>
      )}
    </li>
  )
}
