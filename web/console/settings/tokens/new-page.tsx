import { issueKey, KeyIssue } from '#server/api-keys/create-key.ts'
import { apiKeysCan } from '#server/api-keys/permissions.ts'
import { presets } from '#server/api-keys/presets.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { scopeNames } from '#server/platform/http/api/operations.ts'
import { invalid } from '#server/platform/problems.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { tokenWords as words } from '../../messages/settings/tokens.ts'
import { loadsSettings } from '../settings-loader.ts'
import { expiryOf } from './expiry.ts'
import { type Issued, IssuedToken } from './created-token-notice.tsx'
import { TokenForm } from './token-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  here: `${home}/settings/tokens`,
  publicUrl: deps.settings.publicUrl,
  presets: presets.map(({ id, name, purpose }) => ({ id, name, purpose })),
  scopeNames: [...scopeNames],
  // A date that is to come, in the reader's own calendar.
  tomorrow: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(now) + 86_400_000),
  now,
  zone,
  can: apiKeysCan(scope.actor),
}))

export type NewTokenPage = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  create: async ({ form, write, now, zone }): Promise<{ issued: Issued }> => {
    const chosen = form.text('preset')
    const preset = presets.find(({ id }) => id === chosen)
    if (!preset && chosen !== 'custom') throw invalid([{ path: '/preset', message: words.presetNeeded }])
    const input = checked(KeyIssue, {
      name: form.text('name'),
      scopes: preset ? [...preset.scopes] : form.all('scopes'),
      expiresAt: expiryOf(form, { now, zone }),
    })
    // Answered to the form that asked, without a redirect: it stands in no address, no cookie and no history.
    const { name, key, scopes } = await write((tx) => issueKey(tx, input))
    return { issued: { name, key, scopes } }
  },
})

export const meta = ({ loaderData }: { loaderData?: NewTokenPage }) => [
  { title: settings.titleOf(words.add, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: NewTokenPage
  actionData?: { issued?: Issued }
}

export default function NewToken({ loaderData: page, actionData }: PageProps) {
  const issued = actionData?.issued
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={words.add} meta={words.newAbout} back={{ to: page.here, text: words.back }} />
      {issued ? <IssuedToken {...page} issued={issued} /> : <TokenForm {...page} />}
    </div>
  )
}
