import type { CSSProperties } from 'react'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { factMessages as messages } from '../../messages/requests/organize.ts'
import type { Choice } from './choice-menu.tsx'
import type { OrganizeChoices } from './load-choices.ts'
import { formatTagChange, nobody } from './values.ts'

/** Returns the members, oneself first, with the labels to show. */
export const ownerOptions = ({ members, me }: OrganizeChoices) =>
  [...members.filter(({ id }) => id === me), ...members.filter(({ id }) => id !== me)].map(({ id, name }) => ({
    id,
    name,
    label: id === me ? messages.you({ name }) : name,
  }))

export function ownerChoices(choices: OrganizeChoices, ownerId: string | null): Choice[] {
  return [
    ...ownerOptions(choices).map(({ id, name, label }) => ({
      value: id,
      label,
      icon: <Avatar name={name} size="sm" />,
      isCurrent: id === ownerId,
    })),
    ...(ownerId === null ? [] : [{ value: nobody, label: messages.nobody, isCurrent: false }]),
  ]
}

export const boardChoices = ({ boards }: OrganizeChoices, boardId: string): Choice[] =>
  boards.map(({ id, name, acceptsRequests }) => ({
    value: id,
    label: acceptsRequests ? name : messages.closedBoard({ name }),
    isCurrent: id === boardId,
  }))

export const tagChoices = ({ tags }: OrganizeChoices, current: { id: string }[]): Choice[] =>
  tags.map(({ id, name, color }) => {
    const isCurrent = current.some((tag) => tag.id === id)
    return {
      value: formatTagChange({ kind: isCurrent ? 'remove' : 'add', value: id }),
      label: name,
      icon: <span className="tag-dot" style={{ '--tag-color': color } as CSSProperties} aria-hidden />,
      isCurrent,
    }
  })
