import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { Menu, MenuForm, MenuLink, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { ListedMember, MembersPage } from './page.tsx'

const roles = ['owner', 'admin', 'member'] as const

interface MemberMenuProps {
  member: ListedMember
  here: string
  can: MembersPage['can']
}

/** What may be done with a member; a button that says why when nothing may. */
export function MemberMenu({ member, here, can }: MemberMenuProps) {
  const { id, role, isMe, mayChange } = member
  const who = member.name ?? member.email
  const label = messages.menuOf(who)
  const icon = <Ellipsis aria-hidden="true" />
  if (isMe) return <OwnMenu {...{ label, here, can }} />
  if (!mayChange) return <IconButton label={label} icon={icon} disabledReason={messages.ownersAlone} />
  return (
    <Menu label={label} iconOnly icon={icon} align="end">
      {roles
        .filter((other) => other !== role && (other !== 'owner' || can.giveOwner))
        .map((other) => (
          <MenuForm key={other} intent="role" fields={{ id, role: other, before: role, who }}>
            {messages.make[other]}
          </MenuForm>
        ))}
      <MenuSeparator />
      <MenuLink to={`?remove=${id}`} preventScrollReset icon={<UserMinus aria-hidden="true" />} tone="danger">
        {messages.remove}
      </MenuLink>
    </Menu>
  )
}

function OwnMenu({ label, here, can }: { label: string; here: string; can: MembersPage['can'] }) {
  const icon = <Ellipsis aria-hidden="true" />
  if (!can.leave) return <IconButton label={label} icon={icon} disabledReason={messages.lastOwner} />
  return (
    <Menu label={label} iconOnly icon={icon} align="end">
      <MenuLink to={leaveAddress(here)} icon={<LogOut aria-hidden="true" />} tone="danger">
        {messages.leave}
      </MenuLink>
    </Menu>
  )
}

const leaveAddress = (here: string): string => `/account/workspaces/${here.split('/')[2]}/leave`
