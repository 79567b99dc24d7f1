import { renderCodeBox } from '../../accounts/mail/templates.ts'
import { oneLine } from '../../notifications/templates/announcement.ts'
import { renderMailLayout } from '../../notifications/templates/layout.ts'
import type { Clock } from '../../platform/clock.ts'
import { codeMinutes } from '../../platform/crypto/one-time-code.ts'
import type { Database } from '../../platform/db/database.ts'
import { html } from '../../platform/formats/html.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { buildPortalUrl } from '../../portal/urls.ts'
import { canSignIn } from './access.ts'
import { customerCodeKey, issueCustomerCode } from './code.ts'
import { type CustomerCodeJob, openCodeJobEmail } from './queue.ts'

export interface SignInEmailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  secretKey: string
  publicUrl: string
}

// Whoever asked has gone by then.
const jobMaxAgeMs = 15 * 60_000

/**
 * Makes and sends a code to sign in to a portal with, if the address may come in. Doing so here, and not where it is asked
 * for, keeps who is a customer from whoever asks. Done twice, the second message is the one that is good.
 * @throws when the mail server did not take it: the job is tried again
 */
export async function sendCustomerCode(deps: SignInEmailDeps, job: CustomerCodeJob): Promise<void> {
  const { database, secretKey, publicUrl } = deps
  const { workspaceId } = job
  const now = deps.clock()
  if (Date.parse(now) - Date.parse(job.askedAt) > jobMaxAgeMs) return
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
  const workspace = await senderOf(database, workspaceId)
  const code = await issueCustomerCode(scope, customerCodeKey(secretKey), email)
  const outcome = await deps.mailer.send(codeMessage(publicUrl, workspace, email, code))
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`a code of a customer was not sent: ${outcome.words}`)
  deps.log.warn({ workspaceId, words: outcome.words }, 'a code of a customer was refused')
}

const senderOf = ({ db }: Database, workspaceId: string) =>
  db
    .selectFrom('workspaces')
    .select(['name', 'slug', 'sender_name as senderName', 'reply_to as replyTo', 'portal_host as portalHost'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()

type Workspace = Awaited<ReturnType<typeof senderOf>>

/** The code is neither in the subject nor at the beginning, which a locked telephone shows. */
function codeMessage(publicUrl: string, workspace: Workspace, email: string, code: string): MailMessage {
  const name = oneLine(workspace.name)
  const title = `Your code for ${name}`
  const lead = `Type this code where you are signing in. It is good for ${codeMinutes} minutes.`
  const why =
    'Somebody, probably you, asked to sign in with this address. If it was not you, do nothing, and give the code to nobody.'
  const portal = buildPortalUrl({ publicUrl, ...workspace })
  const content = html`<p class="text" style="margin:0 0 20px;font-size:16px;line-height:1.5;color:#1f1d1a">${lead}</p>
${renderCodeBox(code)}`
  return {
    messageId: `customer-code.${newId()}@${new URL(publicUrl).hostname}`,
    senderName: workspace.senderName === null ? name : oneLine(workspace.senderName),
    to: { address: email, name: null },
    replyTo: workspace.replyTo,
    subject: title,
    text: `${[lead, code, ['-- ', why, `${name}: ${portal}`].join('\n')].join('\n\n')}\n`,
    html: renderMailLayout({ workspaceName: name, title, preheader: lead, content, footer: why, unsubscribeUrl: null }),
    // RFC 3834: nobody's absence is to be answered.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
