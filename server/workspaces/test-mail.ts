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

/** A sentence about it, and the rest for those who must mend something. */
export type WorkspaceMailTestReport = MailTestReport & { heading: string }

const request = 'A member of the team has asked for this message in the settings of the workspace.'

/**
 * Sends a test message, signed as the announcements of the workspace are. It talks to the mail server: call it outside of
 * any transaction.
 * @param to should be the address of whoever asks: so nobody writes to strangers with it.
 * @throws 400 for what is no address; 403
 */
export async function sendWorkspaceTestMail(
  scope: Scope,
  settings: MailTestSettings,
  to: string,
): Promise<WorkspaceMailTestReport> {
  permit(workspaceCan(scope.actor).sendTestMail)
  if (!isSendableAddress(to)) throw invalid([{ path: '/to', message: 'must be an email address' }])
  const { name, senderName, replyTo } = await getWorkspaceSettings(scope)
  const report = await sendTestMail(settings, { to, request, senderName: senderName ?? name, replyTo })
  return { ...report, heading: summarizeMailTest(report) }
}
