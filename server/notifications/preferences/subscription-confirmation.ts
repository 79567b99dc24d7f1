import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import { legalLines, legalLinks } from '../../platform/legal-links.ts'
import type { Log } from '../../platform/log.ts'
import { actionLink, callout, oneLine, renderMailLayout } from '../../platform/mail/layout.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { findWorkspaceSender, sendFromJob, type WorkspaceSender } from '../../platform/mail/workspace-sender.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import { confirmationMessages as messages } from '../messages.ts'
import type { SubscribeJob } from '../queues.ts'
import type { MailLinkDeps } from '../templates/links.ts'
import { createSubscriptionToken, openSubscribeJobEmail, subscriptionTokenDays } from './subscription.ts'

export interface SubscriptionConfirmationDeps extends MailLinkDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
}

/**
 * Asks the owner of an address to confirm the subscription. A second run sends a second valid link.
 * @throws if the mail server deferred the message, so that the job is retried.
 */
export async function sendSubscriptionConfirmation(
  deps: SubscriptionConfirmationDeps,
  { workspaceId, encryptedEmail, requestedAt }: SubscribeJob,
): Promise<void> {
  const { secretKey } = deps
  const email = openSubscribeJobEmail(secretKey, workspaceId, encryptedEmail)
  const workspace = await findWorkspaceSender(deps.database, workspaceId)
  if (email === null || !workspace) return
  const token = createSubscriptionToken(secretKey, workspaceId, email, requestedAt)
  const message = confirmationMessage(deps.publicUrl, workspace, email, token)
  await sendFromJob(deps, message, { workspaceId, purpose: 'subscription confirmation' })
}

function confirmationMessage(publicUrl: string, workspace: WorkspaceSender, email: string, token: string): MailMessage {
  const { slug, replyTo } = workspace
  const name = oneLine(workspace.name)
  const title = messages.subject({ workspace: name })
  const url = `${buildPortalUrl({ publicUrl, ...workspace })}/changelog/subscription/${token}`
  const lead = messages.lead({ workspace: name })
  const links = legalLinks(workspace)
  const footer = messages.footer({ days: subscriptionTokenDays })
  const content = html`${callout(lead)}
${actionLink(url, messages.button)}`
  return {
    // Derived from the token, so a retry of the job sends a message with its own id.
    messageId: `subscription.${token.slice(-32)}@${new URL(publicUrl).hostname}`,
    senderName: workspace.senderName === null ? name : oneLine(workspace.senderName),
    to: { address: email, name: null },
    replyTo,
    subject: title,
    text: `${[lead, messages.buttonLine({ url }), ['-- ', footer, `${name} (${slug})`, ...legalLines(links)].join('\n')].join('\n\n')}\n`,
    html: renderMailLayout({
      workspaceName: name,
      title,
      preheader: lead,
      content,
      footer,
      unsubscribeUrl: null,
      links,
    }),
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
