import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { memberMailQueue } from '../queues.ts'

type Write = (workspaceId: string, work: (scope: WriteScope) => Promise<void>) => Promise<void>

/**
 * Enqueues jobs for messages that are overdue by ten minutes and have no job: the queue lost it, or an operator removed a
 * dead job. A superfluous job is harmless, because messages are claimed.
 * @returns the ids of those messages.
 */
export async function requeueLostMemberMails({ db }: Database, write: Write): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string; mailId: string }>`
    select workspace_id as "workspaceId", id as "mailId" from member_mails d
    where state in ('due', 'sending') and due_at < now() - interval '10 minutes'
      -- An uncorrelated subquery, because Citus joins no table of the coordinator to those of workspaces.
      and d.id::text not in (select j.data->>'mailId' from pgboss.job j where j.name = ${memberMailQueue.name}
        and j.state in ('created', 'retry', 'active') and j.data->>'mailId' is not null)
    limit 100`.execute(db)
  for (const job of rows) await write(job.workspaceId, (scope) => scope.enqueue(memberMailQueue, job))
  return rows.map(({ mailId }) => mailId)
}
