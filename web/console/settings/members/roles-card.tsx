import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

const roles = ['owner', 'admin', 'member'] as const

export function RolesCard({ can }: MembersPage) {
  return (
    <Card title={messages.rolesTitle}>
      <div className="flex flex-col gap-4">
        <DescriptionList facts={roles.map((role) => [messages.roles[role], messages.roleHelp[role]])} />
        {!can.leave && (
          <Notice>
            <p>{messages.lastOwner}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
