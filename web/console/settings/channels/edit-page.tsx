import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { getChannel, listChannelBoards } from '#server/webhooks/channels/queries.ts'
import { sampleMessages } from '#server/webhooks/channels/samples.ts'
import { ChannelUpdate } from '#server/webhooks/channels/schema.ts'
import { updateChannel } from '#server/webhooks/channels/update.ts'
import { answerChannelUrl } from '#server/webhooks/channels/url.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { ChannelForm, readChannelForm } from './channel-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, params, home, membership }) => {
  const [channel, boards] = await Promise.all([getChannel(scope, requireId(params)), listChannelBoards(scope)])
  const pageUrl = `${home}/settings/channels/${channel.id}`
  return { workspace: membership.name, channel, boards, samples: sampleMessages(), pageUrl }
})

type EditChannelPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  update: async ({ form, params, write, deps, home }) => {
    const id = requireId(params)
    const webhookUrl = form.optionalText('webhookUrl')?.trim()
    const input = validateForm(ChannelUpdate, { ...readChannelForm(form), ...(webhookUrl && { webhookUrl }) })
    const outbound = await answerChannelUrl(deps.webhooks.outbound, input.webhookUrl)
    await write((tx) => updateChannel({ ...deps.webhooks, outbound }, tx, id, input))
    return redirectWithFlash(`${home}/settings/channels/${id}`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: EditChannelPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.edit, workspace: loaderData?.workspace ?? '' }) },
]

export default function EditChannel({ loaderData: { pageUrl, ...page } }: { loaderData: EditChannelPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.edit} back={{ to: pageUrl, text: messages.backToChannel }} />
      <ChannelForm {...page} intent="update" submit={settingsMessages.save} cancelUrl={pageUrl} />
    </div>
  )
}
