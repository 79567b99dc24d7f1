import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import { MemberMenu } from './member-menu.tsx'
import type { ListedMember, MembersPage } from './page.tsx'

export function TeamTable({ members, now, zone, pageUrl, can }: MembersPage) {
  const columns: Column<ListedMember>[] = [
    { key: 'name', head: messages.name, grows: true, cell: (member) => <NameCell {...member} /> },
    { key: 'role', head: messages.role, cell: ({ role }) => <RoleBadge role={role} /> },
    {
      key: 'joined',
      head: messages.joined,
      wideOnly: true,
      cell: ({ joinedAt }) => (
        <MutedText>{joinedAt ? <DateText value={joinedAt} zone={zone} /> : messages.notJoined}</MutedText>
      ),
    },
    {
      key: 'seen',
      head: messages.lastSeen,
      cell: ({ seenAt }) => (
        <MutedText>{seenAt ? <Time value={seenAt} now={now} zone={zone} /> : messages.never}</MutedText>
      ),
    },
    {
      key: 'actions',
      head: messages.actions,
      hideHead: true,
      align: 'end',
      cell: (member) => <MemberMenu member={member} pageUrl={pageUrl} can={can} />,
    },
  ]
  return (
    <Card flush>
      <Table
        caption={messages.list}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        rowTitle={({ name, email }) => (name ? `${name}, ${email}` : email)}
        stacked
      />
    </Card>
  )
}

function MutedText({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap text-muted">{children}</span>
}

function NameCell({ name, email, isMe, hasTotp }: ListedMember) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name ?? email} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="truncate" dir="auto">
            {name ?? email}
          </span>
          {isMe && <Badge>{messages.you}</Badge>}
          {hasTotp && (
            <Badge tone="success" look="plain" dot>
              {messages.hasTwoFactor}
            </Badge>
          )}
        </span>
        <span className="block truncate font-normal text-12 text-muted">{name ? email : messages.neverSignedIn}</span>
      </span>
    </span>
  )
}

export function RoleBadge({ role }: Pick<ListedMember, 'role'>) {
  return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{messages.roles[role]}</Badge>
}
