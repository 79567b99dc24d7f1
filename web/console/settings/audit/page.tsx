import { ScrollText } from 'lucide-react'
import { auditActors } from '#server/audit/actors.ts'
import { eventGroups } from '#server/audit/event-groups.ts'
import { AuditFilter, auditPage } from '#server/audit/list.ts'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { checked } from '#server/console/form.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { auditWords as words } from '../../messages/settings/audit.ts'
import { settings } from '../../messages/settings/common.ts'
import { loadsSettings } from '../settings-loader.ts'
import { AuditRow } from './audit-row.tsx'
import { auditQuery, nextAddress } from './audit-query.ts'
import { Filters } from './filters.tsx'
import { useMore } from './use-loaded-events.ts'

export const loader = loadsSettings(async ({ scope, url, deps, home, membership, now, zone }) => {
  const groups = eventGroups.map(({ id }) => id)
  const { period, filter } = auditQuery(url.searchParams, groups, now)
  const [page, actors] = await Promise.all([
    auditPage(scope, checked(AuditFilter, filter), cursorSigner(deps)),
    auditActors(scope),
  ])
  const here = `${home}/settings/audit`
  const { nextCursor } = page.pagination
  const { cursor, ...shown } = filter
  return {
    workspace: membership.name,
    home,
    here,
    events: page.data,
    more: nextCursor === null ? null : nextAddress(here, shown, period, nextCursor),
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
  { title: settings.titleOf(settings.areas.audit, loaderData?.workspace ?? '') },
]

export default function AuditLog({ loaderData: page }: { loaderData: AuditLogPage }) {
  const { here, home, isFirst, now, zone } = page
  const { events, more, isLoading, load } = useMore(page)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settings.areas.audit} meta={words.about} />
      <div className="flex flex-col gap-3">
        <Filters {...page} key={JSON.stringify(page.filter)} />
        <Card flush>
          {events.length === 0 ? (
            <EmptyState
              icon={<ScrollText />}
              title={words.empty}
              actions={<LinkButton to={here}>{words.clear}</LinkButton>}
            >
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className="rows" aria-label={words.list}>
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
              {words.first}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
