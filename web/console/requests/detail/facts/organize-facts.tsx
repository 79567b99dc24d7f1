import { CircleUserRound, Folder, Tag as TagIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useOutletContext } from 'react-router'
import { Avatar } from '../../../../ui/data/avatar.tsx'
import { Tag } from '../../../../ui/data/badge.tsx'
import { useShortcuts } from '../../../../ui/lib/use-shortcuts.ts'
import { factMessages as messages } from '../../../messages/requests/organize.ts'
import { applyPendingOrganizing } from '../../organize/apply-pending.ts'
import { ChoiceMenu } from '../../organize/choice-menu.tsx'
import { boardChoices, ownerChoices, tagChoices } from '../../organize/choices.tsx'
import type { RequestsContext } from '../../organize/context.ts'
import { formatTagChange } from '../../organize/values.ts'
import type { OrganizeIntent } from '../../stage-changes/pending-stage-change.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { Fact } from './fact.tsx'

const buttonIds = { owner: 'request-owner', board: 'request-board', tag: 'request-tags' } as const
const clickButton = (intent: OrganizeIntent) => () => document.getElementById(buttonIds[intent])?.click()

/** Owner, board and tags, each a menu. A change shows at once, and its notice offers to undo it. */
export function OrganizeFacts({ request, home, can, pageUrl }: RequestDetail & SharedProps) {
  const { id, board } = request.feedback
  const { changes, choices } = useOutletContext<RequestsContext>()
  const { pathname, search } = useLocation()
  const stored = { owner: request.owner, tags: request.tags, board }
  const current = applyPendingOrganizing(id, stored, changes.pending, choices)
  const pick = (intent: OrganizeIntent) => (value: string) =>
    changes.send({ ids: [id], intent, value, next: `${pathname}${search}` })
  useShortcuts(can.organize ? { a: clickButton('owner'), b: clickButton('board'), t: clickButton('tag') } : {})
  const menu = (intent: OrganizeIntent) => ({
    intent,
    id: `${buttonIds[intent]}-menu`,
    action: `${home}/requests`,
    fields: { id, next: pageUrl },
    onPick: pick(intent),
  })
  const tagNames = current.tags.map(({ name }) => name)
  const owner = current.owner ? (
    <>
      <Avatar name={current.owner.name} size="sm" />
      <span className="truncate" dir="auto">
        {current.owner.name}
      </span>
    </>
  ) : (
    <>
      <CircleUserRound aria-hidden />
      <span className="text-muted">{messages.noOwner}</span>
    </>
  )
  const tags =
    current.tags.length > 0 ? (
      <span className="fact-tags">
        {current.tags.map((tag) => (
          <Tag key={tag.id} color={tag.color}>
            {tag.name}
          </Tag>
        ))}
      </span>
    ) : (
      <>
        <TagIcon aria-hidden />
        <span className="text-muted">{messages.noTags}</span>
      </>
    )
  const boardName = (
    <>
      <Folder aria-hidden />
      <span className="truncate" dir="auto">
        {current.board.name}
      </span>
    </>
  )
  return (
    <>
      <MenuFact
        intent="owner"
        label={messages.owner}
        value={messages.ownerIs({ name: current.owner?.name ?? messages.noOwner })}
        content={owner}
        isEditable={can.organize}
      >
        <ChoiceMenu
          {...menu('owner')}
          label={messages.setOwner}
          findLabel={messages.findMember}
          choices={ownerChoices(choices, current.owner?.id ?? null)}
        />
      </MenuFact>
      <MenuFact
        intent="board"
        label={messages.board}
        value={messages.boardIs({ name: current.board.name })}
        content={boardName}
        isEditable={can.organize}
      >
        <ChoiceMenu
          {...menu('board')}
          label={messages.setBoard}
          findLabel={messages.findBoard}
          choices={boardChoices(choices, current.board.id)}
        />
      </MenuFact>
      <MenuFact
        intent="tag"
        label={messages.tags}
        value={tagNames.length > 0 ? messages.tagsAre({ names: tagNames.join(', ') }) : messages.noTags}
        content={tags}
        isEditable={can.organize}
      >
        <ChoiceMenu
          {...menu('tag')}
          label={messages.setTags}
          findLabel={choices.canCreateTags ? messages.findOrCreateTag : messages.findTag}
          choices={tagChoices(choices, current.tags)}
          isMultiple
          toNewValue={choices.canCreateTags ? (value) => formatTagChange({ kind: 'create', value }) : undefined}
        />
      </MenuFact>
    </>
  )
}

const shortcuts = { owner: 'a', board: 'b', tag: 't' } as const

interface MenuFactProps {
  intent: OrganizeIntent
  label: string
  /** The name of the button. */
  value: string
  content: ReactNode
  isEditable: boolean
  /** The menu. */
  children: ReactNode
}

function MenuFact({ intent, label, value, content, isEditable, children }: MenuFactProps) {
  return (
    <Fact name={intent} label={label}>
      {isEditable ? (
        <>
          <button
            type="button"
            id={buttonIds[intent]}
            className="fact-value"
            popoverTarget={`${buttonIds[intent]}-menu`}
            aria-label={value}
            aria-keyshortcuts={shortcuts[intent]}
          >
            {content}
          </button>
          {children}
        </>
      ) : (
        <span className="fact-value">{content}</span>
      )}
    </Fact>
  )
}
