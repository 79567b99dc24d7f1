import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { answerAhead } from '#server/webhooks/ask-ahead.ts'
import { getWebhook } from '#server/webhooks/queries.ts'
import { WebhookUpdate } from '#server/webhooks/schema.ts'
import { updateWebhook } from '#server/webhooks/update.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { settingsLoader } from '../settings-loader.ts'
import { readWebhookForm, WebhookForm } from './webhook-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, params, home, membership }) => {
  const webhook = await getWebhook(scope, requireId(params))
  return { workspace: membership.name, webhook, pageUrl: `${home}/settings/webhooks/${webhook.id}` }
})

type EditWebhookPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  update: async ({ form, params, write, deps, home }) => {
    const id = requireId(params)
    const input = validateForm(WebhookUpdate, readWebhookForm(form))
    const outbound = await answerAhead(deps.webhooks.outbound, input)
    await write((tx) => updateWebhook({ outbound }, tx, id, input))
    return redirectWithFlash(`${home}/settings/webhooks/${id}`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: EditWebhookPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.edit, workspace: loaderData?.workspace ?? '' }) },
]

export default function EditWebhook({ loaderData: { webhook, pageUrl } }: { loaderData: EditWebhookPage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={messages.edit} back={{ to: pageUrl, text: messages.backToWebhook }} />
      <WebhookForm intent="update" webhook={webhook} submit={settingsMessages.save} cancelUrl={pageUrl} />
    </div>
  )
}
