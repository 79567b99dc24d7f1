import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { buildPortalUrl } from '../../workspaces/portal-url.ts'
import type { SubscribeJob } from '../queues.ts'
import { oneLine } from '../templates/announcement.ts'
import type { MailLinkDeps } from '../templates/announcement-composer.ts'
import { actionLink, callout, renderMailLayout } from '../templates/layout.ts'
import { createSubscriptionToken, openSubscribeJobEmail } from './subscription.ts'

export interface SubscriptionConfirmationDeps extends MailLinkDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
}

/**
 * Asks the owner of an address whether they want to hear of entries. Done twice, both links are good.
 * @throws when the mail server did not take it: the job is tried again.
 */
export async function sendSubscriptionConfirmation(
  deps: SubscriptionConfirmationDeps,
  job: SubscribeJob,
): Promise<void> {
  const { secretKey } = deps
  const email = openSubscribeJobEmail(secretKey, job.workspaceId, job.sealed)
  const workspace = await deps.database.db
    .selectFrom('workspaces')
    .select(['name', 'slug', 'sender_name as senderName', 'reply_to as replyTo', 'portal_host as portalHost'])
    .where('workspace_id', '=', job.workspaceId)
    .executeTakeFirst()
  if (email === null || !workspace) return
  const token = createSubscriptionToken(secretKey, job.workspaceId, email, job.askedAt)
  const outcome = await deps.mailer.send(confirmationMessage(deps.publicUrl, workspace, email, token))
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`a message about a subscription was not sent: ${outcome.words}`)
  deps.log.warn({ workspaceId: job.workspaceId, words: outcome.words }, 'a message about a subscription was refused')
}

interface Workspace {
  name: string
  slug: string
  senderName: string | null
  replyTo: string | null
  portalHost: string | null
}

function confirmationMessage(publicUrl: string, workspace: Workspace, email: string, token: string): MailMessage {
  const { slug, replyTo } = workspace
  const name = oneLine(workspace.name)
  const title = `Confirm your subscription to ${name}`
  const url = `${buildPortalUrl({ publicUrl, ...workspace })}/changelog/subscription/${token}`
  const lead = `Somebody, probably you, asked for ${name} to write to this address whenever it publishes news.`
  const why = 'If it was not you, do nothing: nothing is sent unless you confirm. The link is good for 7 days.'
  const content = html`${callout(lead)}
${actionLink(url, 'Confirm the subscription')}`
  return {
    // By the token, so that a repetition of the job is a message of its own.
    messageId: `subscription.${token.slice(-32)}@${new URL(publicUrl).hostname}`,
    senderName: workspace.senderName === null ? name : oneLine(workspace.senderName),
    to: { address: email, name: null },
    replyTo,
    subject: title,
    text: `${[lead, `Confirm the subscription:\n${url}`, ['-- ', why, `${name} (${slug})`].join('\n')].join('\n\n')}\n`,
    html: renderMailLayout({ workspaceName: name, title, preheader: lead, content, footer: why, unsubscribeUrl: null }),
    // RFC 3834: nobody's absence is to be answered.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
