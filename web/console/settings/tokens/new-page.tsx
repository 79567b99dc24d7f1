import { ApiKeyCreate, createApiKey } from '#server/api-keys/create.ts'
import { apiKeysCan } from '#server/api-keys/permissions.ts'
import { scopePresets } from '#server/api-keys/presets.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { apiScopes } from '#server/platform/http/api/operations.ts'
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
  here: `${home}/settings/tokens`,
  publicUrl: deps.settings.publicUrl,
  presets: scopePresets.map(({ id, name, purpose }) => ({ id, name, purpose })),
  scopeNames: [...apiScopes],
  // A date that is to come, in the reader's own calendar.
  tomorrow: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(now) + 86_400_000),
  now,
  zone,
  can: apiKeysCan(scope.actor),
}))

export type NewTokenPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, now, zone }): Promise<{ issued: CreatedToken }> => {
    const chosen = form.text('preset')
    const preset = scopePresets.find(({ id }) => id === chosen)
    if (!preset && chosen !== 'custom') throw invalid([{ path: '/preset', message: messages.presetNeeded }])
    const input = validateForm(ApiKeyCreate, {
      name: form.text('name'),
      scopes: preset ? [...preset.scopes] : form.all('scopes'),
      expiresAt: parseExpiry(form, { now, zone }),
    })
    // Answered to the form that asked, without a redirect: it stands in no address, no cookie and no history.
    const { name, key, scopes } = await write((tx) => createApiKey(tx, input))
    return { issued: { name, key, scopes } }
  },
})

export const meta = ({ loaderData }: { loaderData?: NewTokenPage }) => [
  { title: settingsMessages.titleOf(messages.add, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: NewTokenPage
  actionData?: { issued?: CreatedToken }
}

export default function NewToken({ loaderData: page, actionData }: PageProps) {
  const issued = actionData?.issued
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={messages.add} meta={messages.newAbout} back={{ to: page.here, text: messages.back }} />
      {issued ? <CreatedTokenNotice {...page} issued={issued} /> : <TokenForm {...page} />}
    </div>
  )
}
