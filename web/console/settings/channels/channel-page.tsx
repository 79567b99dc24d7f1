import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { deleteChannel } from '#server/webhooks/channels/delete.ts'
import { listChannelDeliveries } from '#server/webhooks/channels/log.ts'
import { getChannel, listChannelBoards } from '#server/webhooks/channels/queries.ts'
import { resendMessage, sendTestMessage } from '#server/webhooks/channels/send.ts'
import { updateChannel } from '#server/webhooks/channels/update.ts'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { orExplain } from '../webhooks/or-explain.ts'
import { useFollowDeliveries } from '../webhooks/use-follow-deliveries.ts'
import { ChannelActions, ChannelDialogs, HealthNotice } from './channel-actions.tsx'
import { HealthBadge } from './health-badge.tsx'
import { LogCard } from './log-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, params, home, membership, now, zone }) => {
  const id = requireId(params)
  const [channel, deliveries, boards] = await Promise.all([
    getChannel(scope, id),
    listChannelDeliveries(scope, id),
    listChannelBoards(scope),
  ])
  const listUrl = `${home}/settings/channels`
  const boardNames = boards.filter((board) => channel.boardIds.includes(board.id)).map(({ name }) => name)
  return {
    workspace: membership.name,
    listUrl,
    pageUrl: `${listUrl}/${id}`,
    channel,
    boardNames,
    deliveries,
    now,
    zone,
  }
})

export type ChannelPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  test: async ({ params, write, home }) => {
    const id = requireId(params)
    const pageUrl = `${home}/settings/channels/${id}`
    return orExplain(pageUrl, async () => {
      await write((tx) => sendTestMessage(tx, id))
      return redirectWithFlash(pageUrl, messages.testSent)
    })
  },
  resend: async ({ form, params, write, home }) => {
    const id = requireId(params)
    const pageUrl = `${home}/settings/channels/${id}`
    return orExplain(pageUrl, async () => {
      await write((tx) => resendMessage(tx, id, form.id('deliveryId')))
      return redirectWithFlash(pageUrl, messages.retried)
    })
  },
  enable: async ({ params, write, deps, home }) => {
    const id = requireId(params)
    await write((tx) => updateChannel(deps.webhooks, tx, id, { enabled: true }))
    return redirectWithFlash(`${home}/settings/channels/${id}`, messages.enabled, { tone: 'success' })
  },
  disable: async ({ params, write, deps, home }) => {
    const id = requireId(params)
    await write((tx) => updateChannel(deps.webhooks, tx, id, { enabled: false }))
    return redirectWithFlash(`${home}/settings/channels/${id}`, messages.disabled)
  },
  delete: async ({ params, write, home }) => {
    await write((tx) => deleteChannel(tx, requireId(params)))
    return redirectWithFlash(`${home}/settings/channels`, messages.deleted)
  },
})

export const meta = ({ loaderData }: { loaderData?: ChannelPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.channels,
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

export default function ChannelDetails({ loaderData: page }: { loaderData: ChannelPage }) {
  const { channel, listUrl, zone } = page
  useFollowDeliveries(channel.isDelivering)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={<span className="wrap-anywhere">{channel.name}</span>}
        marks={<HealthBadge channel={channel} zone={zone} />}
        meta={messages.providers[channel.provider]}
        back={{ to: listUrl, text: messages.back }}
        actions={<ChannelActions {...page} />}
      />
      <HealthNotice {...page} />
      <OverviewCard {...page} />
      <LogCard {...page} />
      <ChannelDialogs name={channel.name} />
    </div>
  )
}

function OverviewCard({ channel, boardNames, now, zone }: ChannelPage) {
  const { kinds, boardIds, address, lastSuccessAt, createdAt } = channel
  const someBoards = boardNames.length > 0 ? boardNames.join(', ') : messages.deletedBoards
  return (
    <Card title={messages.overview}>
      <DescriptionList
        facts={[
          [messages.hears, kinds.map((kind) => messages.kindLabels[kind].label).join(', ')],
          [messages.boards, boardIds.length === 0 ? messages.allBoards : someBoards],
          [
            messages.address,
            <span key="address" className="wrap-anywhere" dir="ltr">
              {address}
            </span>,
          ],
          [
            messages.lastSuccess,
            lastSuccessAt ? <Time key="success" value={lastSuccessAt} now={now} zone={zone} /> : messages.never,
          ],
          [messages.createdAt, <DateText key="created" value={createdAt} zone={zone} />],
        ]}
      />
    </Card>
  )
}
