import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { getMailHealth } from '#server/notifications/deliveries/health.ts'
import { resumeStoppedMail } from '#server/notifications/preferences/resume-bounced-mail.ts'
import {
  getNotificationDefaults,
  updateNotificationDefaults,
} from '#server/notifications/preferences/workspace-defaults.ts'
import { sendsWeeklyDigest, updateWeeklyDigest } from '#server/weekly-digest/settings.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'
import { getWorkspaceSettings } from '#server/workspaces/settings.ts'
import { sendWorkspaceTestMail, type WorkspaceMailTestReport } from '#server/workspaces/test-mail.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import { settingsLoader } from '../settings-loader.ts'
import { mailDeliveryMethod } from './delivery-method.ts'
import { DeliveryMethodCard } from './delivery-method-card.tsx'
import { MailHealthCard } from './health-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { RejectedMessagesCard } from './rejected-messages-card.tsx'
import { TestMessageCard } from './test-message-card.tsx'
import { WeeklyDigestCard } from './weekly-digest-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, home, membership, user, now, zone }) => {
  const [workspace, health, notifies, isDigestSent] = await Promise.all([
    getWorkspaceSettings(scope),
    getMailHealth(scope),
    getNotificationDefaults(scope),
    sendsWeeklyDigest(scope),
  ])
  return {
    workspace: membership.name,
    workspacePath: home,
    deliveryMethod: mailDeliveryMethod(deps.settings),
    senderName: workspace.senderName ?? workspace.name,
    replyTo: workspace.replyTo,
    to: user.account.email,
    health,
    notifies,
    isDigestSent,
    now,
    zone,
    can: workspaceCan(scope.actor),
  }
})

export type MailPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  /** Sends only to the member's own address, so that it can't be used to mail strangers. */
  try: async ({ scope, deps, user }): Promise<{ testReport: WorkspaceMailTestReport }> => ({
    testReport: await sendWorkspaceTestMail(scope, deps.settings, user.account.email),
  }),
  notifications: async ({ form, write, home }) => {
    const defaults = {
      notifiesStages: form.flag('notifiesStages'),
      notifiesApprovals: form.flag('notifiesApprovals'),
      notifiesReplies: form.flag('notifiesReplies'),
      notifiesPublications: form.flag('notifiesPublications'),
    }
    await write((tx) => updateNotificationDefaults(tx, defaults))
    return redirectWithFlash(`${home}/settings/mail`, messages.notifies.saved, { tone: 'success' })
  },
  digest: async ({ form, write, home }) => {
    await write((tx) => updateWeeklyDigest(tx, form.flag('sendsWeeklyDigest')))
    return redirectWithFlash(`${home}/settings/mail`, messages.digest.saved, { tone: 'success' })
  },
  resume: async ({ write, home }) => {
    const count = await write(resumeStoppedMail)
    return redirectWithFlash(`${home}/settings/mail`, messages.resumed({ count }), { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: MailPage }) => [
  { title: settingsMessages.pageTitle({ page: settingsMessages.areas.mail, workspace: loaderData?.workspace ?? '' }) },
]

interface PageProps {
  loaderData: MailPage
  actionData?: { testReport?: WorkspaceMailTestReport }
}

export default function Mail({ loaderData: page, actionData }: PageProps) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.mail} meta={messages.about} />
      <NotificationsCard {...page} />
      <WeeklyDigestCard {...page} />
      <DeliveryMethodCard {...page} />
      <TestMessageCard to={page.to} testReport={actionData?.testReport} />
      <MailHealthCard {...page} />
      {page.health.failures.length > 0 && <RejectedMessagesCard {...page} />}
    </div>
  )
}
