import { formatIsoDate } from '#i18n/format.ts'
import { ApiKeyCreate, createApiKey } from '#server/api-keys/create.ts'
import { apiKeysCan } from '#server/api-keys/permissions.ts'
import { scopePresets } from '#server/api-keys/presets.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { invalid } from '#server/platform/problems.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { settingsLoader } from '../settings-loader.ts'
import { type CreatedToken, CreatedTokenNotice } from './created-token-notice.tsx'
import { parseExpiry } from './expiry.ts'
import { TokenForm } from './token-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/tokens`,
  publicUrl: deps.settings.publicUrl,
  presets: scopePresets.map(({ id, name, purpose }) => ({ id, name, purpose })),
  // Tomorrow in the reader's time zone.
  tomorrow: formatIsoDate(new Date(Date.parse(now) + 86_400_000), zone),
  now,
  zone,
  can: apiKeysCan(scope.actor),
}))

export type NewTokenPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, now, zone }): Promise<{ created: CreatedToken }> => {
    const presetId = form.text('preset')
    const preset = scopePresets.find(({ id }) => id === presetId)
    if (!preset && presetId !== 'custom') throw invalid([{ path: '/preset', message: messages.presetRequired }])
    const input = validateForm(ApiKeyCreate, {
      name: form.text('name'),
      scopes: preset ? [...preset.scopes] : form.all('scopes'),
      expiresAt: parseExpiry(form, { now, zone }),
    })
    // Returned without a redirect, so that the token appears in no URL, cookie or browser history.
    const { name, key, scopes } = await write((tx) => createApiKey(tx, input))
    return { created: { name, key, scopes } }
  },
})

export const meta = ({ loaderData }: { loaderData?: NewTokenPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.add, workspace: loaderData?.workspace ?? '' }) },
]

interface PageProps {
  loaderData: NewTokenPage
  actionData?: { created?: CreatedToken }
}

export default function NewToken({ loaderData: page, actionData }: PageProps) {
  const created = actionData?.created
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={messages.add} meta={messages.newAbout} back={{ to: page.pageUrl, text: messages.back }} />
      {created ? <CreatedTokenNotice {...page} token={created} /> : <TokenForm {...page} />}
    </div>
  )
}
