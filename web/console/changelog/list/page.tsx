import { Download, Plus } from 'lucide-react'
import { Form, useFetcher, useRouteLoaderData } from 'react-router'
import { countEntriesByTab, type EntryTab, entryTabs, listEntriesByTab } from '#server/changelog/console/list.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { listDeliverySummaries } from '#server/notifications/announcements/delivery-summaries.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Rows } from '../../../ui/data/list-row.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { changelogMessages } from '../../messages/changelog.ts'
import { EmptyEntryList } from './empty-list.tsx'
import { EntryRow } from './entry-row.tsx'
import { useLoadedEntries } from './use-loaded-entries.ts'

const tabs = Object.keys(changelogMessages.tabs) as EntryTab[]

export const loader = loaderFor.member(async ({ scope, url, home, deps, membership }) => {
  const chosen = entryTabs.find((name) => name === url.searchParams.get('state'))
  const cursor = url.searchParams.get('cursor') ?? undefined
  const counting = countEntriesByTab(scope)
  const tab = chosen ?? firstTabWithEntries(await counting)
  const [page, counts] = await Promise.all([listEntriesByTab(scope, { tab, cursor }, getCursorSigner(deps)), counting])
  const announced = tab === 'published' ? page.data.map(({ id }) => id) : []
  const summaries = await listDeliverySummaries(scope, announced)
  const entries = page.data.map((entry) => ({ ...entry, delivery: summaries.get(entry.id) ?? null }))
  const { nextCursor } = page.pagination
  return {
    tab,
    counts,
    entries,
    nextCursor,
    isFirst: cursor === undefined,
    home,
    name: membership.name,
    can: changelogCan(scope.actor),
  }
})

/** Opens the list at a tab that has entries. */
const firstTabWithEntries = (counts: Record<EntryTab, number>): EntryTab =>
  tabs.find((tab) => counts[tab] > 0) ?? 'draft'

export type EntryListData = Awaited<ReturnType<typeof loader>>
export type ListedEntry = EntryListData['entries'][number]

export const meta = ({ loaderData }: { loaderData?: EntryListData }) => [
  { title: `${changelogMessages.title} · ${loaderData?.name ?? ''}` },
]

export default function Page({ loaderData }: { loaderData: EntryListData }) {
  const { tab, counts, entries, home, can } = loaderData
  const exportButton = can.export && (
    <Form method="post" action={`${home}/changelog/export`} reloadDocument>
      <input type="hidden" name="state" value={tab} />
      <SubmitButton name="intent" value="export" look="normal" icon={<Download aria-hidden />}>
        {changelogMessages.export}
      </SubmitButton>
    </Form>
  )
  const newEntryLink = can.write && (
    <LinkButton to={`${home}/changelog/new`} look="primary" icon={<Plus aria-hidden />}>
      {changelogMessages.write}
    </LinkButton>
  )
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 p-4 md:p-6">
      <PageHeader
        title={changelogMessages.title}
        meta={changelogMessages.about}
        actions={
          entries.length > 0 && (
            <>
              {exportButton}
              {newEntryLink}
            </>
          )
        }
      />
      <Tabs
        label={changelogMessages.states}
        tabs={tabs.map((name) => ({
          to: `${home}/changelog?state=${name}`,
          text: changelogMessages.tabs[name],
          count: counts[name],
          current: name === tab,
        }))}
      />
      {entries.length === 0 ? (
        <EmptyEntryList tab={tab} action={newEntryLink} />
      ) : (
        <Entries key={`${tab} ${loaderData.isFirst} ${entries[0]?.id}`} first={loaderData} />
      )}
    </div>
  )
}

function Entries({ first }: { first: EntryListData }) {
  const { zone, now } = useRouteLoaderData('root') as { zone: string; now: string }
  const { entries, nextCursor, busy, load } = useLoadedEntries(first, useFetcher<typeof loader>())
  const { tab, counts, home, isFirst } = first
  return (
    <Card flush>
      <Rows label={changelogMessages.list[tab]}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} tab={tab} home={home} zone={zone} now={now} />
        ))}
      </Rows>
      {(nextCursor !== null || !isFirst) && (
        <LoadMore
          to={nextCursor === null ? null : pageUrl(home, tab, nextCursor)}
          shown={isFirst ? changelogMessages.shown({ shown: entries.length, all: counts[tab] }) : undefined}
          busy={busy}
          onLoad={() => nextCursor !== null && load(pageUrl(home, tab, nextCursor))}
        />
      )}
    </Card>
  )
}

const pageUrl = (home: string, tab: EntryTab, cursor: string) =>
  `${home}/changelog?${new URLSearchParams({ state: tab, cursor })}`
