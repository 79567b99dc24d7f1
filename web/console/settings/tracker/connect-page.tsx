import { redirectWithFlash } from '#server/console/flash.ts'
import type { FormInput } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { permit } from '#server/platform/authorization.ts'
import { invalidState } from '#server/platform/problems.ts'
import { toFormError } from '#server/tracker/client/form-errors.ts'
import { connectTracker, resolveApiUrl } from '#server/tracker/connection/connect.ts'
import { parseCredentialForm } from '#server/tracker/connection/credential-form.ts'
import { listTeams } from '#server/tracker/connection/destination.ts'
import { createOAuthStates, oauthCallbackUrl } from '#server/tracker/connection/oauth-state.ts'
import {
  openPendingCredential,
  type PendingCredential,
  sealPendingCredential,
} from '#server/tracker/connection/pending-credential.ts'
import { getConnectionStatus } from '#server/tracker/connection/status.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { loadTracker } from '#server/tracker/registry.ts'
import type { Choice, Provider } from '#server/tracker/tracker.ts'
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
  const now = await getConnectionStatus(scope, deps.settings.publicUrl)
  return {
    workspace: membership.name,
    here: `${home}/settings/tracker`,
    provider,
    hasConsent: oauth !== undefined && deps.trackers.oauthClient !== null,
    needsAddress: defaultApiUrl === null && deps.trackers.apiUrls[provider] === null,
    connected: now && { provider: now.provider, account: now.account.name },
  }
})

export type ConnectPage = Awaited<ReturnType<typeof loader>>

/** What the second step is made from: the credential is sealed, and of use to this member alone. */
export interface TeamStep {
  teams: Choice[]
  keptToken: string
}

export const action = actionFor.member({
  connect: async (visit) => {
    permit(trackerCan(visit.scope.actor).connect)
    const provider = requireProvider(visit.params.provider)
    const desk = connectionContextFor(visit)
    const apiUrl = await resolveApiUrl(desk, provider, visit.form.optionalText('apiUrl')?.trim())
    const credential = parseCredentialForm(provider, readCredentialFields(visit.form))
    const teams = await listTeams(desk, { provider, apiUrl, credential })
    if (teams.length <= 1) return connect(visit, { provider, apiUrl, credential }, teams[0]?.id)
    const keptToken = sealPendingCredential(
      desk.vault,
      credentialOwner(visit),
      { provider, apiUrl, credential },
      visit.now,
    )
    return { choice: { teams, keptToken } satisfies TeamStep }
  },
  team: async (visit) => {
    permit(trackerCan(visit.scope.actor).connect)
    const { vault } = connectionContextFor(visit)
    const kept = openPendingCredential(vault, credentialOwner(visit), visit.form.text('keptToken'), visit.now)
    if (kept === null) throw invalidState(messages.keptOver)
    return connect(visit, kept, visit.form.text('team'))
  },
  consent: async ({ scope, deps, params, home, membership }) => {
    permit(trackerCan(scope.actor).connect)
    const provider = requireProvider(params.provider)
    const { oauth } = await loadTracker(provider)
    const { oauthClient: client, publicUrl } = deps.trackers
    if (oauth === undefined || client === null) throw invalidState(messages.consentOutdatedText)
    const apiUrl = await resolveApiUrl(deps.trackers, provider)
    const startedBy = { memberId: membership.memberId, slug: membership.slug }
    const what = { workspaceId: scope.workspaceId, provider, apiUrl, defaults: {}, startedBy }
    const begun = createOAuthStates(deps.secretKey).begin(what)
    return { consentUrl: oauth.authorizeUrl({ client, redirectUri: oauthCallbackUrl(publicUrl), ...begun }), home }
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

async function connect(visit: MemberContext, kept: PendingCredential, team: string | undefined): Promise<Response> {
  await connectTracker(connectionContextFor(visit), kept, team === undefined ? {} : { team }).catch((error) => {
    throw toFormError(error, kept.credential.kind)
  })
  return redirectWithFlash(`${visit.home}/settings/tracker/destination`, messages.connected(nameOf(kept.provider)), {
    tone: 'success',
  })
}

const nameOf = (provider: Provider): string => messages.providers[provider]

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
  const { provider, here, connected, hasConsent } = page
  const choice = actionData?.choice
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={messages.connectTo(messages.providers[provider])} back={{ to: here, text: messages.back }} />
      {connected && !choice && (
        <Notice
          tone="warning"
          title={messages.replaces(`${messages.providers[connected.provider]}: ${connected.account}`)}
        >
          <p>{messages.replacesText}</p>
        </Notice>
      )}
      {choice ? (
        <TeamForm provider={provider} {...choice} />
      ) : (
        <>
          {hasConsent && <OAuthCard url={actionData?.consentUrl} />}
          <CredentialForm {...page} />
        </>
      )}
    </div>
  )
}
