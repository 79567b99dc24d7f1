import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { members as words } from '../../messages/settings/members.ts'
import { MemberMenu } from './member-menu.tsx'
import type { MembersPage, ShownMember } from './page.tsx'

export function TeamTable({ members, now, zone, here, can }: MembersPage) {
  const columns: Column<ShownMember>[] = [
    { key: 'name', head: words.name, grows: true, cell: (member) => <Who {...member} /> },
    { key: 'role', head: words.role, cell: ({ role }) => <RoleBadge role={role} /> },
    {
      key: 'joined',
      head: words.joined,
      wideOnly: true,
      cell: ({ joinedAt }) => <Fact>{joinedAt ? <DateText value={joinedAt} zone={zone} /> : words.notJoined}</Fact>,
    },
    {
      key: 'seen',
      head: words.seen,
      cell: ({ seenAt }) => <Fact>{seenAt ? <Time value={seenAt} now={now} zone={zone} /> : words.never}</Fact>,
    },
    {
      key: 'actions',
      head: words.actions,
      hideHead: true,
      align: 'end',
      cell: (member) => <MemberMenu member={member} here={here} can={can} />,
    },
  ]
  return (
    <Card flush>
      <Table
        caption={words.list}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        rowTitle={({ name, email }) => (name ? `${name}, ${email}` : email)}
        stacked
      />
    </Card>
  )
}

function Fact({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap text-muted">{children}</span>
}

function Who({ name, email, isMe, hasTotp }: ShownMember) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name ?? email} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="truncate" dir="auto">
            {name ?? email}
          </span>
          {isMe && <Badge>{words.you}</Badge>}
          {hasTotp && (
            <Badge tone="success" look="plain" dot>
              {words.hasSecondStep}
            </Badge>
          )}
        </span>
        <span className="block truncate font-normal text-12 text-muted">{name ? email : words.notYet}</span>
      </span>
    </span>
  )
}

export function RoleBadge({ role }: Pick<ShownMember, 'role'>) {
  return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{words.roles[role]}</Badge>
}
