import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { maxWebhooks } from '#server/webhooks/create.ts'
import { listWebhookHealth, type WebhookHealth } from '#server/webhooks/health.ts'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { settingsLoader } from '../settings-loader.ts'
import { describeEvents, HealthBadge } from './health-badge.tsx'

export const loader = settingsLoader(async ({ scope, home, membership, now, zone }) => {
  const webhooks = await listWebhookHealth(scope)
  const isFull = webhooks.length >= maxWebhooks
  return { workspace: membership.name, pageUrl: `${home}/settings/webhooks`, webhooks, isFull, now, zone }
})

type WebhooksPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: WebhooksPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.webhooks,
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

export default function Webhooks({ loaderData: page }: { loaderData: WebhooksPage }) {
  const { webhooks, isFull, pageUrl } = page
  const icon = <Plus aria-hidden="true" />
  const add = isFull ? (
    <Button look="primary" icon={icon} disabledReason={messages.full({ max: webhooks.length })}>
      {messages.add}
    </Button>
  ) : (
    <LinkButton look="primary" to={`${pageUrl}/new`} icon={icon}>
      {messages.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.webhooks} meta={messages.about} actions={webhooks.length > 0 && add} />
      <Card flush>
        {webhooks.length === 0 ? (
          <EmptyState icon={<WebhookIcon />} title={messages.empty} actions={add}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <WebhookTable {...page} />
        )}
      </Card>
    </div>
  )
}

function WebhookTable({ webhooks, pageUrl, now, zone }: WebhooksPage) {
  const columns: Column<WebhookHealth>[] = [
    { key: 'endpoint', head: messages.endpoint, grows: true, cell: (webhook) => <Endpoint {...webhook} /> },
    {
      key: 'events',
      head: messages.events,
      cell: ({ events }) => <span title={events.join(', ')}>{describeEvents(events)}</span>,
    },
    { key: 'status', head: messages.status, cell: (webhook) => <HealthBadge webhook={webhook} zone={zone} /> },
    {
      key: 'success',
      head: messages.lastSuccess,
      cell: ({ lastSuccessAt }) => (
        <span className="whitespace-nowrap text-muted">
          {lastSuccessAt ? <Time value={lastSuccessAt} now={now} zone={zone} /> : messages.never}
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={messages.list}
      columns={columns}
      rows={webhooks}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `${pageUrl}/${id}`}
      rowTitle={({ url }) => url}
      stacked
    />
  )
}

function Endpoint({ url, description }: WebhookHealth) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate" dir="ltr">
        {url}
      </span>
      {description && (
        <span className="truncate font-normal text-12 text-muted" dir="auto">
          {description}
        </span>
      )}
    </span>
  )
}
