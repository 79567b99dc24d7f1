import { renderCodeBox } from '../../accounts/mail/templates.ts'
import type { Clock } from '../../platform/clock.ts'
import { codeMinutes } from '../../platform/crypto/one-time-code.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import { newId } from '../../platform/ids.ts'
import { legalLines, legalLinks } from '../../platform/legal-links.ts'
import type { Log } from '../../platform/log.ts'
import { oneLine, renderMailLayout } from '../../platform/mail/layout.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { findWorkspaceSender, sendFromJob, type WorkspaceSender } from '../../platform/mail/workspace-sender.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import { signInCodeMessages as messages } from '../messages.ts'
import { canSignIn } from './access.ts'
import { customerCodeKey, issueCustomerCode } from './code.ts'
import { type CustomerCodeJob, openCodeJobEmail } from './queues.ts'

export interface SignInEmailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  secretKey: string
  publicUrl: string
}

// Drops older jobs, because the person has left the sign-in page by then.
const jobMaxAgeMs = 15 * 60_000

/**
 * Creates and sends a sign-in code for a portal if the address can sign in. The job checks this instead of the
 * sign-in request, so that the response does not reveal who is a customer. If the job runs twice, only the second code
 * works.
 * @throws if the mail server did not accept the message, so that the job is retried
 */
export async function sendCustomerCode(deps: SignInEmailDeps, job: CustomerCodeJob): Promise<void> {
  const { database, secretKey, publicUrl } = deps
  const { workspaceId } = job
  const now = deps.clock()
  if (Date.parse(now) - Date.parse(job.requestedAt) > jobMaxAgeMs) return
  const email = openCodeJobEmail(secretKey, job)
  const scope = {
    db: database.db,
    workspaceId,
    now,
    actor: { type: 'system' as const, id: null },
    agent: null,
    requestId: null,
  }
  if (email === null || !(await canSignIn(scope, email))) return
  const workspace = await findWorkspaceSender(database, workspaceId)
  if (!workspace) return
  const code = await issueCustomerCode(scope, customerCodeKey(secretKey), { email, browserHash: job.browserHash })
  const message = buildCodeMessage(publicUrl, workspace, email, code)
  await sendFromJob(deps, message, { workspaceId, purpose: 'customer sign-in code' })
}

/** Builds the email. The code is neither in the subject nor in the preview, which a locked phone shows. */
function buildCodeMessage(publicUrl: string, workspace: WorkspaceSender, email: string, code: string): MailMessage {
  const name = oneLine(workspace.name)
  const title = messages.subject({ workspace: name })
  const lead = messages.lead({ minutes: codeMinutes })
  const why = messages.reason
  const links = legalLinks(workspace)
  const portal = buildPortalUrl({ publicUrl, ...workspace })
  const content = html`<p class="text" style="margin:0 0 20px;font-size:16px;line-height:1.5;color:#1f1d1a">${lead}</p>
${renderCodeBox(code)}`
  return {
    messageId: `customer-code.${newId()}@${new URL(publicUrl).hostname}`,
    senderName: workspace.senderName === null ? name : oneLine(workspace.senderName),
    to: { address: email, name: null },
    replyTo: workspace.replyTo,
    subject: title,
    text: `${[lead, code, ['-- ', why, `${name}: ${portal}`, ...legalLines(links)].join('\n')].join('\n\n')}\n`,
    html: renderMailLayout({
      workspaceName: name,
      title,
      preheader: lead,
      content,
      footer: why,
      unsubscribeUrl: null,
      links,
    }),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
