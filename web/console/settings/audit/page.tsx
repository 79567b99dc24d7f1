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
  const pageUrl = `${home}/settings/audit`
  const { nextCursor } = page.pagination
  const { cursor, ...pageFilter } = filter
  return {
    workspace: membership.name,
    workspacePath: home,
    pageUrl,
    events: page.data,
    nextUrl: nextCursor === null ? null : nextPageUrl(pageUrl, pageFilter, period, nextCursor),
    isFirst: cursor === undefined,
    groups,
    actors,
    filter: { group: pageFilter.group ?? '', actor: pageFilter.actor ?? '', period },
    now,
    zone,
  }
})

export type AuditLogPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: AuditLogPage }) => [
  { title: settingsMessages.pageTitle({ page: settingsMessages.areas.audit, workspace: loaderData?.workspace ?? '' }) },
]

export default function AuditLog({ loaderData: page }: { loaderData: AuditLogPage }) {
  const { pageUrl, workspacePath, isFirst, now, zone } = page
  const { events, nextUrl, isLoading, load } = useLoadedEvents(page)
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
              actions={<LinkButton to={pageUrl}>{messages.clear}</LinkButton>}
            >
              {messages.emptyText}
            </EmptyState>
          ) : (
            <ul className="rows" aria-label={messages.list}>
              {events.map((event) => (
                <AuditRow key={event.id} event={event} workspacePath={workspacePath} now={now} zone={zone} />
              ))}
            </ul>
          )}
          <LoadMore to={nextUrl} busy={isLoading} onLoad={load} />
        </Card>
        {!isFirst && (
          <div>
            <LinkButton to={pageUrl} size="sm">
              {messages.backToNewest}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
