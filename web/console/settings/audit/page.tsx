import { ScrollText } from 'lucide-react'
import { listAuditActors } from '#server/audit/actors.ts'
import { auditEventGroups } from '#server/audit/event-groups.ts'
import { AuditFilter, listAuditEvents } from '#server/audit/list.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { validateForm } from '#server/console/form.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { auditMessages as messages } from '../../messages/settings/audit.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { nextPageUrl, parseAuditQuery } from './audit-query.ts'
import { AuditRow } from './audit-row.tsx'
import { AuditFilters } from './filters.tsx'
import { useLoadedEvents } from './use-loaded-events.ts'

export const loader = settingsLoader(async ({ scope, url, deps, home, membership, now, zone }) => {
  const groups = auditEventGroups.map(({ id }) => id)
  const { period, filter } = parseAuditQuery(url.searchParams, groups, now)
  const [page, actors] = await Promise.all([
    listAuditEvents(scope, validateForm(AuditFilter, filter), getCursorSigner(deps)),
    listAuditActors(scope),
  ])
  const here = `${home}/settings/audit`
  const { nextCursor } = page.pagination
  const { cursor, ...shown } = filter
  return {
    workspace: membership.name,
    home,
    here,
    events: page.data,
    more: nextCursor === null ? null : nextPageUrl(here, shown, period, nextCursor),
    isFirst: cursor === undefined,
    groups,
    actors,
    filter: { group: shown.group ?? '', actor: shown.actor ?? '', period },
    now,
    zone,
  }
})

export type AuditLogPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: AuditLogPage }) => [
  { title: settingsMessages.titleOf(settingsMessages.areas.audit, loaderData?.workspace ?? '') },
]

export default function AuditLog({ loaderData: page }: { loaderData: AuditLogPage }) {
  const { here, home, isFirst, now, zone } = page
  const { events, more, isLoading, load } = useLoadedEvents(page)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.audit} meta={messages.about} />
      <div className="flex flex-col gap-3">
        <AuditFilters {...page} key={JSON.stringify(page.filter)} />
        <Card flush>
          {events.length === 0 ? (
            <EmptyState
              icon={<ScrollText />}
              title={messages.empty}
              actions={<LinkButton to={here}>{messages.clear}</LinkButton>}
            >
              {messages.emptyText}
            </EmptyState>
          ) : (
            <ul className="rows" aria-label={messages.list}>
              {events.map((event) => (
                <AuditRow key={event.id} event={event} home={home} now={now} zone={zone} />
              ))}
            </ul>
          )}
          <LoadMore to={more} busy={isLoading} onLoad={load} />
        </Card>
        {!isFirst && (
          <div>
            <LinkButton to={here} size="sm">
              {messages.first}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
