import { buildAccountMessage } from '../accounts/mail/templates.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { oneLine } from '../platform/mail/layout.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { webhookMailMessages as messages } from './messages.ts'
import type { WebhookMailJob } from './queues.ts'

export interface WebhookMailDeps {
  database: Database
  mailer: Mailer
  log: Log
  publicUrl: string
}

/**
 * Tells an owner or admin that Heed has disabled a webhook or a channel. Sends nothing if it was enabled or deleted meanwhile, or if
 * the member has left.
 * @throws if the mail server did not accept the message, so that the job is retried
 */
export async function sendWebhookDisabledMail(deps: WebhookMailDeps, job: WebhookMailJob): Promise<void> {
  const details = await loadDetails(deps.database, job)
  if (!details || (details.reason !== 'gone' && details.reason !== 'failing')) return
  const { slug, provider } = details
  const workspace = oneLine(details.workspace)
  const [url, name] = [oneLine(details.url), oneLine(details.name)]
  const isChannel = provider !== null
  const texts = isChannel ? messages.channel : messages
  const page = `${isChannel ? 'channels' : 'webhooks'}/${job.webhookId}`
  const message = buildAccountMessage(
    deps.publicUrl,
    {
      id: `${job.webhookId}.${job.memberId}.${Date.parse(details.disabledAt)}`,
      to: details.email,
      subject: texts.subject({ workspace }),
      lead: isChannel ? messages.channel[details.reason]({ name, url }) : messages[details.reason]({ url }),
      link: { label: texts.button, url: `${deps.publicUrl}/console/w/${slug}/settings/${page}` },
      reason: messages.reason({ workspace }),
    },
    'webhook',
  )
  const outcome = await deps.mailer.send(message)
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`could not send mail about a webhook: ${outcome.response}`)
  deps.log.warn(
    { webhookId: job.webhookId, response: outcome.response },
    'the mail server rejected mail about a webhook',
  )
}

const loadDetails = ({ db }: Database, { workspaceId, webhookId, memberId }: WebhookMailJob) =>
  db
    .selectFrom('webhooks as h')
    .innerJoin('workspaces as w', 'w.workspace_id', 'h.workspace_id')
    .innerJoin('members as m', (join) =>
      join
        .onRef('m.workspace_id', '=', 'h.workspace_id')
        .on('m.id', '=', memberId)
        .on('m.role', 'in', ['owner', 'admin']),
    )
    .leftJoin('accounts as a', 'a.id', 'm.account_id')
    .select(({ fn }) => [
      'h.url',
      'h.provider',
      'h.description as name',
      'h.disabled_reason as reason',
      'h.updated_at as disabledAt',
      'w.slug',
      'w.name as workspace',
      fn.coalesce('a.email', 'm.email').as('email'),
    ])
    .where('h.workspace_id', '=', workspaceId)
    .where('h.id', '=', webhookId)
    .executeTakeFirst()
