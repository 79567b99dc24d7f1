import { AppWindow } from 'lucide-react'
import { Row, Rows } from '../../ui/data/list-row.tsx'
import { DateText, Time } from '../../ui/data/time.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { appsMessages } from '../messages/settings/apps.ts'
import { DisconnectApp } from '../settings/apps/app-table.tsx'
import type { AccountPage } from './page.tsx'

const messages = appsMessages.own

/** Lists the apps that the person has connected, in all workspaces. */
export function AppsCard({ apps, now, zone }: Pick<AccountPage, 'apps' | 'now' | 'zone'>) {
  return (
    <Card title={messages.title} description={messages.about} flush={apps.length > 0}>
      {apps.length === 0 ? (
        <p className="text-13 text-muted">{messages.empty}</p>
      ) : (
        <Rows label={messages.list}>
          {apps.map((app) => (
            <Row
              key={app.id}
              start={<AppWindow size={20} className="text-faint" aria-hidden />}
              title={<span dir="auto">{app.name}</span>}
              meta={
                <>
                  <span>{app.host}</span>
                  <span dir="auto">{app.workspace}</span>
                  <span>
                    {messages.since} <DateText value={app.createdAt} zone={zone} />
                  </span>
                  {app.lastUsedAt && (
                    <span>
                      {messages.used} <Time value={app.lastUsedAt} now={now} zone={zone} />
                    </span>
                  )}
                </>
              }
              end={<DisconnectApp id={app.id} name={app.name} fields={{ workspace: app.workspaceId }} />}
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}
