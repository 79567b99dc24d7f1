import type { Database } from '../db/database.ts'
import { type LegalUrls, legalColumns } from '../legal-links.ts'
import type { Log } from '../log.ts'
import type { Mailer, MailMessage } from './mailer.ts'

/** What mail from a workspace to its customers says about the workspace. */
export interface WorkspaceSender extends LegalUrls {
  name: string
  slug: string
  senderName: string | null
  replyTo: string | null
  portalHost: string | null
}

/** Loads the sender of a workspace's mail; undefined if the workspace was deleted. */
export const findWorkspaceSender = ({ db }: Database, workspaceId: string): Promise<WorkspaceSender | undefined> =>
  db
    .selectFrom('workspaces')
    .select([
      'name',
      'slug',
      'sender_name as senderName',
      'reply_to as replyTo',
      'portal_host as portalHost',
      ...legalColumns,
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()

/**
 * Sends a message from a job. A message that the mail server rejects is logged, because another attempt would fail too.
 * @param purpose what the message is, for the log: "sign-in code"
 * @throws if the mail server deferred the message, so that the job is retried
 */
export async function sendFromJob(
  { mailer, log }: { mailer: Mailer; log: Log },
  message: MailMessage,
  { workspaceId, purpose }: { workspaceId: string; purpose: string },
): Promise<void> {
  const outcome = await mailer.send(message)
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`${purpose} not sent: ${outcome.response}`)
  log.warn({ workspaceId, response: outcome.response }, `${purpose} rejected by the mail server`)
}
