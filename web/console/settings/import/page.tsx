import { Upload } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { connectGitHub } from '#server/imports/console/connect.ts'
import type { GitHubKind } from '#server/imports/github/queries.ts'
import type { Import } from '#server/imports/present.ts'
import { listImports } from '#server/imports/queries.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { importMessages as messages } from '../../messages/settings/import.ts'
import { settingsLoader } from '../settings-loader.ts'
import { ConnectCard } from './connect-card.tsx'
import { UploadCard } from './upload-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, home, membership, now, zone }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/import`,
  uploadUrl: `/console${home}/imports`,
  imports: await listImports(scope),
  now,
  zone,
}))

export const action = actionFor.member({
  connect: async ({ form, write, home, deps }) => {
    const id = await write((tx) =>
      connectGitHub(tx, deps.trackers.vault, {
        repository: form.text('repository').trim(),
        token: form.text('token').trim(),
        kinds: form.all('contents') as GitHubKind[],
      }),
    )
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.connected)
  },
})

type ImportsPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: ImportsPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.import, workspace: loaderData?.workspace ?? '' }),
  },
]

export default function Imports({ loaderData: page }: { loaderData: ImportsPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.import} meta={messages.about} />
      <UploadCard url={page.uploadUrl} />
      <ConnectCard />
      <Card title={messages.earlier} flush>
        {page.imports.length === 0 ? (
          <EmptyState icon={<Upload />} title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <ImportTable {...page} />
        )}
      </Card>
    </div>
  )
}

export const stateTone = (state: Import['state']) =>
  state === 'finished' ? 'success' : state === 'failed' ? 'danger' : undefined

function ImportTable({ imports, pageUrl, now, zone }: ImportsPage) {
  const columns: Column<Import>[] = [
    { key: 'name', head: messages.name, grows: true, cell: ({ name }) => name },
    { key: 'source', head: messages.source, wideOnly: true, cell: ({ source }) => messages.sources[source] },
    {
      key: 'state',
      head: messages.state,
      cell: ({ state }) => <Badge tone={stateTone(state)}>{messages.states[state]}</Badge>,
    },
    {
      key: 'createdAt',
      head: messages.started,
      align: 'end',
      wideOnly: true,
      cell: ({ createdAt }) => <Time value={createdAt} now={now} zone={zone} />,
    },
  ]
  return (
    <Table
      caption={messages.earlier}
      columns={columns}
      rows={imports}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `${pageUrl}/${id}`}
      rowTitle={({ name }) => name}
    />
  )
}
