import { redirectWithFlash } from '#server/console/flash.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { toErrorMessage } from '#server/tracker/client/errors.ts'
import { finishOAuth } from '#server/tracker/connection/oauth.ts'
import { createOAuthStates } from '#server/tracker/connection/oauth-state.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { settingsLoader } from '../settings-loader.ts'

/** Finishes an OAuth authorization, for the member who started it and only while they may still connect. */
export const loader = settingsLoader(async (context) => {
  const { scope, deps, url, home, membership } = context
  const page = { workspace: membership.name, settingsPath: `${home}/settings/tracker` }
  const expired = { ...page, title: messages.oauthExpired, text: messages.oauthExpiredText }
  const state = createOAuthStates(deps.secretKey).read(url.searchParams.get('state') ?? '')
  const isOwn = state?.workspaceId === scope.workspaceId && state.startedBy?.memberId === membership.memberId
  if (state === null || !isOwn) return expired
  const code = url.searchParams.get('code')
  if (code === null) return { ...page, title: messages.oauthDenied, text: messages.oauthDeniedText }
  const outcome = await finishOAuth(connectionContextFor(context), state, code).catch((error) => {
    const text = toErrorMessage(error)
    if (text === null) throw error
    return `${text}.`
  })
  if (outcome === null) return expired
  if (typeof outcome === 'string') return { ...page, title: messages.oauthDenied, text: outcome }
  const tracker = messages.providers[outcome.connection.provider]
  throw redirectWithFlash(`${page.settingsPath}/destination`, messages.connected({ tracker }), { tone: 'success' })
})

type OAuthCallbackData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: OAuthCallbackData }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.tracker, workspace: loaderData?.workspace ?? '' }),
  },
]

export default function OAuthCallback({
  loaderData: { settingsPath, title, text },
}: {
  loaderData: OAuthCallbackData
}) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.tracker} back={{ to: settingsPath, text: messages.back }} />
      <Notice
        tone="warning"
        title={title}
        actions={<LinkButton to={`${settingsPath}/connect/linear`}>{messages.startAgain}</LinkButton>}
      >
        <p>{text}</p>
      </Notice>
    </div>
  )
}
