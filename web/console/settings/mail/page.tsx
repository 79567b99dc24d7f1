import { mailHealth } from '#server/notifications/deliveries/health.ts'
import { done } from '#server/console/flash.ts'
import { acts } from '#server/console/handlers.ts'
import { resumeStoppedMail } from '#server/notifications/preferences/resume-bounced-mail.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { workspaceSettings } from '#server/workspaces/settings.ts'
import { type MailTrial, tryWorkspaceMail } from '#server/workspaces/test-mail.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { mailWords as words } from '../../messages/settings/mail.ts'
import { settings } from '../../messages/settings/common.ts'
import { loadsSettings } from '../settings-loader.ts'
import { Refusals } from './rejected-messages-card.tsx'
import { StateCard } from './health-card.tsx'
import { TryCard } from './test-message-card.tsx'
import { mailWay } from './delivery-method.ts'
import { WayCard } from './delivery-method-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, deps, home, membership, visitor, now, zone }) => {
  const [workspace, health] = await Promise.all([workspaceSettings(scope), mailHealth(scope)])
  return {
    workspace: membership.name,
    home,
    way: mailWay(deps.settings),
    senderName: workspace.senderName ?? workspace.name,
    replyTo: workspace.replyTo,
    to: visitor.account.email,
    health,
    now,
    zone,
    can: workspaceCan(scope.actor),
  }
})

export type MailPage = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  /** To the member's own address only, so that nobody writes to strangers with it. */
  try: async ({ scope, deps, visitor }): Promise<{ trial: MailTrial }> => ({
    trial: await tryWorkspaceMail(scope, deps.settings, visitor.account.email),
  }),
  resume: async ({ write, home }) => {
    const count = await write(resumeStoppedMail)
    return done(`${home}/settings/mail`, words.resumed(count), { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: MailPage }) => [
  { title: settings.titleOf(settings.areas.mail, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: MailPage
  actionData?: { trial?: MailTrial }
}

export default function Mail({ loaderData: page, actionData }: PageProps) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.mail} meta={words.about} />
      <WayCard {...page} />
      <TryCard to={page.to} trial={actionData?.trial} />
      <StateCard {...page} />
      {page.health.refusals.length > 0 && <Refusals {...page} />}
    </div>
  )
}
