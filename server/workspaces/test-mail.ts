import { permit } from '../platform/authorization.ts'
import {
  type MailTestReport,
  type MailTestSettings,
  sendTestMail,
  summarizeMailTest,
} from '../platform/mail/send-test.ts'
import { isSendableAddress } from '../platform/mail/sender.ts'
import { invalid } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { workspaceCan } from './permissions.ts'
import { getWorkspaceSettings } from './settings.ts'

/** The result in one sentence, and the details for fixing a problem. */
export type WorkspaceMailTestReport = MailTestReport & { heading: string }

const request = 'A team member requested this test message in the workspace settings.'

/**
 * Sends a test message with the sender of the workspace's announcements. Connects to the mail server, so call it
 * outside of transactions.
 * @param to should be the address of the requesting member, so that it cannot be used to write to strangers.
 * @throws 400 for an invalid address, 403
 */
export async function sendWorkspaceTestMail(
  scope: Scope,
  settings: MailTestSettings,
  to: string,
): Promise<WorkspaceMailTestReport> {
  permit(workspaceCan(scope.actor).sendTestMail)
  if (!isSendableAddress(to)) throw invalid([{ path: '/to', message: 'must be an email address', code: 'email' }])
  const { name, senderName, replyTo } = await getWorkspaceSettings(scope)
  const report = await sendTestMail(settings, { to, request, senderName: senderName ?? name, replyTo })
  return { ...report, heading: summarizeMailTest(report) }
}
