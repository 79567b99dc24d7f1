import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { answerAhead } from '#server/webhooks/ask-ahead.ts'
import { createWebhook } from '#server/webhooks/create.ts'
import { WebhookCreate } from '#server/webhooks/schema.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { settingsLoader } from '../settings-loader.ts'
import { type RevealedSecret, SecretNotice } from './secret-notice.tsx'
import { readWebhookForm, WebhookForm } from './webhook-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ home, membership, now, zone }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/webhooks`,
  now,
  zone,
}))

type NewWebhookPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, deps }): Promise<{ created: RevealedSecret }> => {
    const input = validateForm(WebhookCreate, readWebhookForm(form))
    // Returned without a redirect, so that the secret appears in no URL, cookie or browser history.
    const outbound = await answerAhead(deps.webhooks.outbound, input)
    const { id, secret } = await write((tx) => createWebhook({ ...deps.webhooks, outbound }, tx, input))
    return { created: { id, secret: secret! } }
  },
})

export const meta = ({ loaderData }: { loaderData?: NewWebhookPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.add, workspace: loaderData?.workspace ?? '' }) },
]

interface PageProps {
  loaderData: NewWebhookPage
  actionData?: { created?: RevealedSecret }
}

const blank = { url: '', description: '', events: [] }

export default function NewWebhook({ loaderData: page, actionData }: PageProps) {
  const created = actionData?.created
  const { pageUrl } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={messages.add}
        meta={created ? undefined : messages.newAbout}
        back={{ to: pageUrl, text: messages.back }}
      />
      {created ? (
        <SecretNotice {...page} revealed={created} doneUrl={`${pageUrl}/${created.id}`} />
      ) : (
        <WebhookForm intent="create" webhook={blank} submit={messages.create} cancelUrl={pageUrl} />
      )}
    </div>
  )
}
