import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { createChannel } from '#server/webhooks/channels/create.ts'
import { listChannelBoards } from '#server/webhooks/channels/queries.ts'
import { sampleMessages } from '#server/webhooks/channels/samples.ts'
import { ChannelCreate } from '#server/webhooks/channels/schema.ts'
import { answerChannelUrl } from '#server/webhooks/channels/url.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { ChannelForm, type EditedChannel, readChannelForm } from './channel-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, home, membership }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/channels`,
  boards: await listChannelBoards(scope),
  samples: sampleMessages(),
}))

type NewChannelPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, deps, home }) => {
    const fields = {
      ...readChannelForm(form),
      provider: form.text('provider'),
      webhookUrl: form.text('webhookUrl').trim(),
    }
    const input = validateForm(ChannelCreate, fields)
    const outbound = await answerChannelUrl(deps.webhooks.outbound, input.webhookUrl)
    const { id } = await write((tx) => createChannel({ ...deps.webhooks, outbound }, tx, input))
    return redirectWithFlash(`${home}/settings/channels/${id}`, messages.created, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: NewChannelPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.add, workspace: loaderData?.workspace ?? '' }) },
]

const blank: EditedChannel = {
  provider: 'slack',
  name: '',
  address: null,
  kinds: ['request.created', 'request.pending', 'comment.created'],
  boardIds: [],
}

export default function NewChannel({ loaderData: { pageUrl, ...page } }: { loaderData: NewChannelPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.add} back={{ to: pageUrl, text: messages.back }} />
      <ChannelForm {...page} intent="create" channel={blank} submit={messages.create} cancelUrl={pageUrl} />
    </div>
  )
}
