import { Download, PackageOpen } from 'lucide-react'
import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'
import { formatDateTime } from '#i18n/format.ts'
import { type ListedExport, listExports } from '#server/archives/exports/queries.ts'
import { requestExport } from '#server/archives/exports/request.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { exportMessages as messages } from '../../messages/settings/export.ts'
import { settingsLoader } from '../settings-loader.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, home, membership, now, zone }) => {
  const exports = await listExports(scope)
  const isActive = exports.some(({ state }) => state === 'pending' || state === 'running')
  return { workspace: membership.name, pageUrl: `${home}/settings/export`, exports, isActive, now, zone }
})

type ExportPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  start: async ({ write, home }) => {
    await write((tx) => requestExport(tx))
    return redirectWithFlash(`${home}/settings/export`, messages.started, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: ExportPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.export, workspace: loaderData?.workspace ?? '' }),
  },
]

/** Prepares the archive of the workspace and lists those that can be downloaded. */
export default function Export({ loaderData: page }: { loaderData: ExportPage }) {
  const { exports, isActive } = page
  useReloadWhile(isActive)
  const start = (
    <ActionForm intent="start">
      {isActive ? (
        <Button look="primary" disabledReason={messages.inProgress}>
          {messages.start}
        </Button>
      ) : (
        <SubmitButton>{messages.start}</SubmitButton>
      )}
    </ActionForm>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.export} meta={messages.about} actions={exports.length > 0 && start} />
      <p className="max-w-form text-13 text-muted">{messages.contents}</p>
      <Card flush>
        {exports.length === 0 ? (
          <EmptyState icon={<PackageOpen />} title={messages.empty} actions={start}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <ExportTable {...page} />
        )}
      </Card>
    </div>
  )
}

const reloadMs = 1_500

/** Reloads the page's data while an export is being prepared. */
function useReloadWhile(isActive: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isActive || state !== 'idle') return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, reloadMs)
    return () => clearInterval(timer)
  }, [isActive, state, revalidate])
}

function ExportTable({ exports, pageUrl, now, zone }: ExportPage) {
  const columns: Column<ListedExport>[] = [
    {
      key: 'requested',
      head: messages.requested,
      grows: true,
      cell: ({ createdAt, requestedBy }) => (
        <span className="flex flex-col">
          <Time value={createdAt} now={now} zone={zone} />
          <span className="text-12 text-muted" dir="auto">
            {requestedBy === null ? messages.byOperator : messages.by({ name: requestedBy })}
          </span>
        </span>
      ),
    },
    { key: 'status', head: messages.status, cell: (each) => <Status {...each} /> },
    {
      key: 'size',
      head: messages.size,
      align: 'end',
      cell: ({ bytes }) =>
        bytes !== null && (
          <span className="whitespace-nowrap">
            {messages.megabytes({ size: Math.max(0.1, Math.round(bytes / 100_000) / 10) })}
          </span>
        ),
    },
    {
      key: 'until',
      head: messages.until,
      cell: ({ state, expiresAt }) => (state === 'finished' ? <DateText value={expiresAt} zone={zone} /> : ''),
    },
    {
      key: 'download',
      head: <span className="visually-hidden">{messages.download}</span>,
      cell: ({ id, state, createdAt }) =>
        state === 'finished' && (
          <Form method="post" action={`${pageUrl}/download`} reloadDocument>
            <input type="hidden" name="id" value={id} />
            <Button
              type="submit"
              name="intent"
              value="download"
              size="sm"
              icon={<Download aria-hidden />}
              aria-label={messages.downloadOf({ date: formatDateTime(new Date(createdAt), zone) })}
            >
              {messages.download}
            </Button>
          </Form>
        ),
    },
  ]
  return <Table caption={messages.list} columns={columns} rows={exports} rowKey={({ id }) => id} stacked />
}

const tones = { pending: 'neutral', running: 'info', finished: 'success', failed: 'danger' } as const

function Status({ state, progress }: ListedExport) {
  if (state === 'running' && progress !== null) {
    const percent = Math.floor(progress * 100)
    return <ProgressBar label={messages.progress} value={percent} max={100} text={messages.percent({ percent })} />
  }
  return (
    <span className="flex flex-col gap-1">
      <Badge tone={tones[state]}>{messages.states[state]}</Badge>
      {state === 'failed' && <span className="text-12 text-muted">{messages.failed}</span>}
    </span>
  )
}
