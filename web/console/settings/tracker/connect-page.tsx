import { deskOf } from '#server/console/tracker-connection-context.ts'
import { done } from '#server/console/flash.ts'
import type { FormInput } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { permit } from '#server/members/roles.ts'
import { refusal } from '#server/platform/problems.ts'
import { apiUrlOf, connectTracker } from '#server/tracker/connection/connect.ts'
import { callbackUrlOf, createConsents } from '#server/tracker/connection/oauth-state.ts'
import { teamsOf } from '#server/tracker/connection/destination.ts'
import { type Kept, keepCredential, keptCredential } from '#server/tracker/connection/pending-credential.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { asRefusal } from '#server/tracker/client/form-errors.ts'
import { trackerOf } from '#server/tracker/registry.ts'
import { shownTracker } from '#server/tracker/connection/status.ts'
import type { Choice, Provider } from '#server/tracker/tracker.ts'
import { typedCredential } from '#server/tracker/connection/credential-form.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import { loadsSettings } from '../settings-loader.ts'
import { ConsentCard } from './oauth-card.tsx'
import { CredentialForm } from './credential-form.tsx'
import { providerOf } from './require-provider.ts'
import { TeamForm } from './team-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, deps, params, home, membership }) => {
  const provider = providerOf(params.provider)
  const { oauth, defaultApiUrl } = await trackerOf(provider)
  const now = await shownTracker(scope, deps.settings.publicUrl)
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
export interface TeamChoice {
  teams: Choice[]
  keptToken: string
}

export const action = acts.member({
  connect: async (visit) => {
    permit(trackerCan(visit.scope.actor).connect)
    const provider = providerOf(visit.params.provider)
    const desk = deskOf(visit)
    const apiUrl = await apiUrlOf(desk, provider, visit.form.optional('apiUrl')?.trim())
    const credential = typedCredential(provider, typedIn(visit.form))
    const teams = await teamsOf(desk, { provider, apiUrl, credential })
    if (teams.length <= 1) return connect(visit, { provider, apiUrl, credential }, teams[0]?.id)
    const keptToken = keepCredential(desk.vault, whoOf(visit), { provider, apiUrl, credential }, visit.now)
    return { choice: { teams, keptToken } satisfies TeamChoice }
  },
  team: async (visit) => {
    permit(trackerCan(visit.scope.actor).connect)
    const { vault } = deskOf(visit)
    const kept = keptCredential(vault, whoOf(visit), visit.form.text('keptToken'), visit.now)
    if (kept === null) throw refusal(words.keptOver)
    return connect(visit, kept, visit.form.text('team'))
  },
  consent: async ({ scope, deps, params, home, membership }) => {
    permit(trackerCan(scope.actor).connect)
    const provider = providerOf(params.provider)
    const { oauth } = await trackerOf(provider)
    const { oauthClient: client, publicUrl } = deps.trackers
    if (oauth === undefined || client === null) throw refusal(words.consentOutdatedText)
    const apiUrl = await apiUrlOf(deps.trackers, provider)
    const begunBy = { memberId: membership.memberId, slug: membership.slug }
    const what = { workspaceId: scope.workspaceId, provider, apiUrl, wishes: {}, begunBy }
    const begun = createConsents(deps.secretKey).begin(what)
    return { consentUrl: oauth.authorizeUrl({ client, redirectUri: callbackUrlOf(publicUrl), ...begun }), home }
  },
})

const whoOf = ({ scope, membership }: MemberVisit) => ({
  workspaceId: scope.workspaceId,
  memberId: membership.memberId,
})

const typedIn = (form: FormInput) => ({
  email: form.text('email'),
  token: form.text('token'),
  isApp: form.text('way') === 'app',
  appId: form.text('appId'),
  installationId: form.text('installationId'),
  secretKey: form.text('secretKey'),
})

async function connect(visit: MemberVisit, kept: Kept, team: string | undefined): Promise<Response> {
  await connectTracker(deskOf(visit), kept, team === undefined ? {} : { team }).catch((error) => {
    throw asRefusal(error, kept.credential.kind)
  })
  return done(`${visit.home}/settings/tracker/destination`, words.connected(nameOf(kept.provider)), { tone: 'success' })
}

const nameOf = (provider: Provider): string => words.providers[provider]

export const meta = ({ loaderData }: { loaderData?: ConnectPage }) => [
  { title: settings.titleOf(settings.areas.tracker, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: ConnectPage
  actionData?: { choice?: TeamChoice; consentUrl?: string }
}

export default function Connect({ loaderData: page, actionData }: PageProps) {
  const { provider, here, connected, hasConsent } = page
  const choice = actionData?.choice
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={words.connectTo(words.providers[provider])} back={{ to: here, text: words.back }} />
      {connected && !choice && (
        <Notice tone="warning" title={words.replaces(`${words.providers[connected.provider]}: ${connected.account}`)}>
          <p>{words.replacesText}</p>
        </Notice>
      )}
      {choice ? (
        <TeamForm provider={provider} {...choice} />
      ) : (
        <>
          {hasConsent && <ConsentCard url={actionData?.consentUrl} />}
          <CredentialForm {...page} />
        </>
      )}
    </div>
  )
}
