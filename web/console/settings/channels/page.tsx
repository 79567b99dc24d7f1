import { MessagesSquare, Plus } from 'lucide-react'
import { maxChannels } from '#server/webhooks/channels/create.ts'
import { listChannels } from '#server/webhooks/channels/queries.ts'
import type { Channel } from '#server/webhooks/channels/schema.ts'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { describeKinds, HealthBadge } from './health-badge.tsx'

export const loader = settingsLoader(async ({ scope, home, membership, now, zone }) => {
  const channels = await listChannels(scope)
  const isFull = channels.length >= maxChannels
  return { workspace: membership.name, pageUrl: `${home}/settings/channels`, channels, isFull, now, zone }
})

type ChannelsPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: ChannelsPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.channels,
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

export default function Channels({ loaderData: page }: { loaderData: ChannelsPage }) {
  const { channels, isFull, pageUrl } = page
  const icon = <Plus aria-hidden="true" />
  const add = isFull ? (
    <Button look="primary" icon={icon} disabledReason={messages.full({ max: channels.length })}>
      {messages.add}
    </Button>
  ) : (
    <LinkButton look="primary" to={`${pageUrl}/new`} icon={icon}>
      {messages.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.channels} meta={messages.about} actions={channels.length > 0 && add} />
      <Card flush>
        {channels.length === 0 ? (
          <EmptyState icon={<MessagesSquare />} title={messages.empty} actions={add}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <ChannelTable {...page} />
        )}
      </Card>
    </div>
  )
}

function ChannelTable({ channels, pageUrl, now, zone }: ChannelsPage) {
  const columns: Column<Channel>[] = [
    { key: 'channel', head: messages.channel, grows: true, cell: (channel) => <Name {...channel} /> },
    {
      key: 'kinds',
      head: messages.hears,
      cell: ({ kinds }) => <span className="whitespace-nowrap">{describeKinds(kinds)}</span>,
    },
    { key: 'status', head: messages.status, cell: (channel) => <HealthBadge channel={channel} zone={zone} /> },
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
      rows={channels}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `${pageUrl}/${id}`}
      rowTitle={({ name }) => name}
      stacked
    />
  )
}

function Name({ name, provider }: Channel) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate" dir="auto">
        {name}
      </span>
      <span className="truncate font-normal text-12 text-muted">{messages.providers[provider]}</span>
    </span>
  )
}
