import { Card } from '../../../ui/layout/card.tsx'
import { Facts } from '../../../ui/data/list-row.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { members as words } from '../../messages/settings/members.ts'
import type { MembersPage } from './page.tsx'

const roles = ['owner', 'admin', 'member'] as const

export function RolesCard({ can }: MembersPage) {
  return (
    <Card title={words.rolesTitle}>
      <div className="flex flex-col gap-4">
        <Facts facts={roles.map((role) => [words.roles[role], words.roleHelp[role]])} />
        {!can.leave && (
          <Notice>
            <p>{words.lastOwner}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
