import { redirectWithFlash } from '#server/console/flash.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { permit } from '#server/platform/authorization.ts'
import { toErrorMessage } from '#server/tracker/client/form-errors.ts'
import { finishOAuth } from '#server/tracker/connection/finish-oauth.ts'
import { createOAuthStates } from '#server/tracker/connection/oauth-state.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { settingsLoader } from '../settings-loader.ts'

/** Where whoever has agreed in Linear comes back to: it is still them, and they may still connect. */
export const loader = settingsLoader(async (visit) => {
  const { scope, deps, url, home, membership } = visit
  permit(trackerCan(scope.actor).connect)
  const page = { workspace: membership.name, here: `${home}/settings/tracker` }
  const outdated = { ...page, title: messages.consentOutdated, text: messages.consentOutdatedText }
  const consent = createOAuthStates(deps.secretKey).read(url.searchParams.get('state') ?? '')
  const isTheirs = consent?.workspaceId === scope.workspaceId && consent.startedBy?.memberId === membership.memberId
  if (consent === null || !isTheirs) return outdated
  const code = url.searchParams.get('code')
  if (code === null) return { ...page, title: messages.consentRefused, text: messages.consentRefusedText }
  const outcome = await finishOAuth(connectionContextFor(visit), consent, code).catch((error) => {
    const text = toErrorMessage(error)
    if (text === null) throw error
    return `${text}.`
  })
  if (outcome === null) return outdated
  if (typeof outcome === 'string') return { ...page, title: messages.consentRefused, text: outcome }
  const name = messages.providers[outcome.connection.provider]
  throw redirectWithFlash(`${page.here}/destination`, messages.connected(name), { tone: 'success' })
})

type OAuthCallbackData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: OAuthCallbackData }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.tracker, workspace: loaderData?.workspace ?? '' }),
  },
]

export default function OAuthCallback({ loaderData: { here, title, text } }: { loaderData: OAuthCallbackData }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.tracker} back={{ to: here, text: messages.back }} />
      <Notice
        tone="warning"
        title={title}
        actions={<LinkButton to={`${here}/connect/linear`}>{messages.again}</LinkButton>}
      >
        <p>{text}</p>
      </Notice>
    </div>
  )
}
