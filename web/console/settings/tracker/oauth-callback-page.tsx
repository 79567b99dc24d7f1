import { deskOf } from '#server/console/tracker-connection-context.ts'
import { done } from '#server/console/flash.ts'
import { permit } from '#server/members/roles.ts'
import { createConsents } from '#server/tracker/connection/oauth-state.ts'
import { finishConsent } from '#server/tracker/connection/finish-oauth.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { wordsOf } from '#server/tracker/client/form-errors.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import { loadsSettings } from '../settings-loader.ts'

/** Where whoever has agreed in Linear comes back to: it is still them, and they may still connect. */
export const loader = loadsSettings(async (visit) => {
  const { scope, deps, url, home, membership } = visit
  permit(trackerCan(scope.actor).connect)
  const page = { workspace: membership.name, here: `${home}/settings/tracker` }
  const outdated = { ...page, title: words.consentOutdated, text: words.consentOutdatedText }
  const consent = createConsents(deps.secretKey).read(url.searchParams.get('state') ?? '')
  const isTheirs = consent?.workspaceId === scope.workspaceId && consent.begunBy?.memberId === membership.memberId
  if (consent === null || !isTheirs) return outdated
  const code = url.searchParams.get('code')
  if (code === null) return { ...page, title: words.consentRefused, text: words.consentRefusedText }
  const outcome = await finishConsent(deskOf(visit), consent, code).catch((error) => {
    const text = wordsOf(error)
    if (text === null) throw error
    return `${text}.`
  })
  if (outcome === null) return outdated
  if (typeof outcome === 'string') return { ...page, title: words.consentRefused, text: outcome }
  const name = words.providers[outcome.connection.provider]
  throw done(`${page.here}/destination`, words.connected(name), { tone: 'success' })
})

type ConsentPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: ConsentPage }) => [
  { title: settings.titleOf(settings.areas.tracker, loaderData?.workspace ?? '') },
]

export default function Consent({ loaderData: { here, title, text } }: { loaderData: ConsentPage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.tracker} back={{ to: here, text: words.back }} />
      <Notice
        tone="warning"
        title={title}
        actions={<LinkButton to={`${here}/connect/linear`}>{words.again}</LinkButton>}
      >
        <p>{text}</p>
      </Notice>
    </div>
  )
}
