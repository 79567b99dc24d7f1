import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import { legalLines, legalLinks } from '../../platform/legal-links.ts'
import type { Log } from '../../platform/log.ts'
import { actionLink, callout, oneLine, renderMailLayout } from '../../platform/mail/layout.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { findWorkspaceSender, sendFromJob, type WorkspaceSender } from '../../platform/mail/workspace-sender.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import { contactEmailMessages as messages } from '../messages.ts'
import { type ContactJob, contactTokenDays, createContactToken, openContactJob } from './contact.ts'

export interface ContactEmailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  secretKey: string
  publicUrl: string
}

/** The path of the confirmation page, relative to the portal's URL and without the token. */
export const contactPath = '/confirm-request'

// Drops older jobs, because the visitor no longer expects the email.
const jobMaxAgeMs = 24 * 60 * 60_000

/**
 * Asks the owner of an address to confirm it. The message contains no text from the visitor, who could otherwise send
 * any text to any mailbox. A second run sends a second valid link.
 * @throws if the mail server deferred the message, so that the job is retried
 */
export async function sendContactConfirmation(deps: ContactEmailDeps, job: ContactJob): Promise<void> {
  const { secretKey, publicUrl } = deps
  const { workspaceId, requestedAt } = job
  if (Date.parse(deps.clock()) - Date.parse(requestedAt) > jobMaxAgeMs) return
  const contact = openContactJob(secretKey, job)
  const workspace = await findWorkspaceSender(deps.database, workspaceId)
  if (contact === null || !workspace) return
  const token = createContactToken(secretKey, workspaceId, contact, requestedAt)
  await sendFromJob(deps, contactMessage(publicUrl, workspace, contact.email, token), {
    workspaceId,
    purpose: 'confirmation of a request’s address',
  })
}

function contactMessage(publicUrl: string, sender: WorkspaceSender, email: string, token: string): MailMessage {
  const name = oneLine(sender.name)
  const title = messages.subject({ workspace: name })
  const lead = messages.lead({ workspace: name })
  const footer = messages.footer({ days: contactTokenDays })
  const url = `${buildPortalUrl({ publicUrl, ...sender })}${contactPath}/${token}`
  const links = legalLinks(sender)
  const end = ['-- ', footer, `${name} (${sender.slug})`, ...legalLines(links)].join('\n')
  return {
    // Derived from the token, so each run of the job uses a different id.
    messageId: `request-contact.${token.slice(-32)}@${new URL(publicUrl).hostname}`,
    senderName: sender.senderName === null ? name : oneLine(sender.senderName),
    to: { address: email, name: null },
    replyTo: sender.replyTo,
    subject: title,
    text: `${[lead, messages.buttonLine({ url }), end].join('\n\n')}\n`,
    html: renderMailLayout({
      workspaceName: name,
      title,
      preheader: lead,
      content: html`${callout(lead)}\n${actionLink(url, messages.button)}`,
      footer,
      unsubscribeUrl: null,
      links,
    }),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
