import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Menu, MenuForm, MenuLink, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { ListedMember, MembersPage } from './page.tsx'

const roles = ['owner', 'admin', 'member'] as const

interface MemberMenuProps {
  member: ListedMember
  pageUrl: string
  can: MembersPage['can']
}

/** Renders the actions for a member, or a disabled button that says why there are none. */
export function MemberMenu({ member, pageUrl, can }: MemberMenuProps) {
  const { id, role, isMe, mayChange } = member
  const who = member.name ?? member.email
  const label = messages.menu({ name: who })
  const icon = <Ellipsis aria-hidden="true" />
  if (isMe) return <OwnMenu {...{ label, pageUrl, can }} />
  if (!mayChange) return <IconButton label={label} icon={icon} disabledReason={messages.onlyOwnersChange} />
  return (
    <Menu label={label} iconOnly icon={icon} align="end">
      {roles
        .filter((other) => other !== role && (other !== 'owner' || can.giveOwner))
        .map((other) => (
          <MenuForm key={other} intent="role" fields={{ id, role: other, before: role, who }}>
            {messages.changeRole[other]}
          </MenuForm>
        ))}
      <MenuSeparator />
      <MenuLink to={`?remove=${id}`} preventScrollReset icon={<UserMinus aria-hidden="true" />} tone="danger">
        {messages.remove}
      </MenuLink>
    </Menu>
  )
}

function OwnMenu({ label, pageUrl, can }: { label: string; pageUrl: string; can: MembersPage['can'] }) {
  const icon = <Ellipsis aria-hidden="true" />
  if (!can.leave) return <IconButton label={label} icon={icon} disabledReason={messages.lastOwner} />
  return (
    <Menu label={label} iconOnly icon={icon} align="end">
      <MenuLink to={leavePath(pageUrl)} icon={<LogOut aria-hidden="true" />} tone="danger">
        {messages.leave}
      </MenuLink>
    </Menu>
  )
}

/** The workspace's slug is the third part of the path: `/w/{slug}/settings/members`. */
const leavePath = (pageUrl: string): string => `/account/workspaces/${pageUrl.split('/')[2]}/leave`
