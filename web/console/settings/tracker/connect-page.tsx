import { redirectWithFlash } from '#server/console/flash.ts'
import type { FormInput } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { invalidState } from '#server/platform/problems.ts'
import { toFormError } from '#server/tracker/client/errors.ts'
import { type ConnectInput, connectTracker, resolveApiUrl } from '#server/tracker/connection/connect.ts'
import { parseCredentialForm } from '#server/tracker/connection/credential-form.ts'
import { listTeams } from '#server/tracker/connection/destination.ts'
import { startOAuth } from '#server/tracker/connection/oauth.ts'
import { openPendingCredential, sealPendingCredential } from '#server/tracker/connection/pending-credential.ts'
import { getConnectionStatus } from '#server/tracker/connection/status.ts'
import { loadTracker } from '#server/tracker/registry.ts'
import type { Choice } from '#server/tracker/tracker.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { settingsLoader } from '../settings-loader.ts'
import { CredentialForm } from './credential-form.tsx'
import { OAuthCard } from './oauth-card.tsx'
import { requireProvider } from './require-provider.ts'
import { TeamForm } from './team-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, params, home, membership }) => {
  const provider = requireProvider(params.provider)
  const { oauth, defaultApiUrl } = await loadTracker(provider)
  const connection = await getConnectionStatus(scope, deps.settings.publicUrl)
  return {
    workspace: membership.name,
    settingsPath: `${home}/settings/tracker`,
    provider,
    hasOAuth: oauth !== undefined && deps.trackers.oauthClient !== null,
    needsAddress: defaultApiUrl === null && deps.trackers.apiUrls[provider] === null,
    connected: connection && { provider: connection.provider, account: connection.account.name },
  }
})

export type ConnectPage = Awaited<ReturnType<typeof loader>>

/** The second step. The credential travels sealed, and only this member can use it. */
export interface TeamStep {
  teams: Choice[]
  sealedToken: string
}

export const action = actionFor.member({
  connect: async (context) => {
    const { form, params, now } = context
    const provider = requireProvider(params.provider)
    const connectionContext = connectionContextFor(context)
    const apiUrl = await resolveApiUrl(connectionContext, provider, form.optionalText('apiUrl')?.trim())
    const credential = parseCredentialForm(provider, readCredentialFields(form))
    const input = { provider, apiUrl, credential }
    const teams = await listTeams(connectionContext, input)
    if (teams.length <= 1) return connect(context, input, teams[0]?.id)
    const sealedToken = sealPendingCredential(connectionContext.vault, credentialOwner(context), input, now)
    return { choice: { teams, sealedToken } satisfies TeamStep }
  },
  team: async (context) => {
    const { deps, form, now } = context
    const sealed = form.text('sealedToken')
    const input = openPendingCredential(deps.trackers.vault, credentialOwner(context), sealed, now)
    if (input === null) throw invalidState(messages.credentialExpired)
    return connect(context, input, form.text('team'))
  },
  oauth: async (context) => {
    const { deps, params, home, membership } = context
    const provider = requireProvider(params.provider)
    const apiUrl = await resolveApiUrl(deps.trackers, provider)
    const startedBy = { memberId: membership.memberId, slug: membership.slug }
    const started = await startOAuth(connectionContextFor(context), deps.secretKey, {
      provider,
      apiUrl,
      defaults: {},
      startedBy,
    })
    if (started === null) throw invalidState(messages.oauthExpiredText)
    return { consentUrl: started.url, home }
  },
})

const credentialOwner = ({ scope, membership }: MemberContext) => ({
  workspaceId: scope.workspaceId,
  memberId: membership.memberId,
})

const readCredentialFields = (form: FormInput) => ({
  email: form.text('email'),
  token: form.text('token'),
  isApp: form.text('way') === 'app',
  appId: form.text('appId'),
  installationId: form.text('installationId'),
  secretKey: form.text('secretKey'),
})

async function connect(context: MemberContext, input: ConnectInput, team: string | undefined): Promise<Response> {
  await connectTracker(connectionContextFor(context), input, team === undefined ? {} : { team }).catch((error) => {
    throw toFormError(error, input.credential.kind)
  })
  const text = messages.connected({ tracker: messages.providers[input.provider] })
  return redirectWithFlash(`${context.home}/settings/tracker/destination`, text, { tone: 'success' })
}

export const meta = ({ loaderData }: { loaderData?: ConnectPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.tracker, workspace: loaderData?.workspace ?? '' }),
  },
]

interface PageProps {
  loaderData: ConnectPage
  actionData?: { choice?: TeamStep; consentUrl?: string }
}

export default function Connect({ loaderData: page, actionData }: PageProps) {
  const { provider, settingsPath, connected, hasOAuth } = page
  const choice = actionData?.choice
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={messages.connectTo({ tracker: messages.providers[provider] })}
        back={{ to: settingsPath, text: messages.back }}
      />
      {connected && !choice && (
        <Notice
          tone="warning"
          title={messages.replaces({ tracker: messages.providers[connected.provider], account: connected.account })}
        >
          <p>{messages.replacesText}</p>
        </Notice>
      )}
      {choice ? (
        <TeamForm provider={provider} {...choice} />
      ) : (
        <>
          {hasOAuth && <OAuthCard url={actionData?.consentUrl} />}
          <CredentialForm {...page} />
        </>
      )}
    </div>
  )
}
