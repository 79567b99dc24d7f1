import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail/create.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { readSettings } from '../platform/settings.ts'
import type { World } from './world.ts'

export const secretKey = 'a secret key that only the tests have, 48 long'

/** The mailer that a worker would have with this SMTP_URL. */
export const mailerTo = (smtpUrl: string, env: Record<string, string> = {}): Mailer =>
  createMailer(
    readSettings({ SMTP_URL: smtpUrl, MAIL_FROM: 'news@heed.test', PUBLIC_URL: 'http://heed.test', ...env }),
    createLog('silent'),
  )

/** Customers `{name}1@example.com` and so on, whose external ids end in the same number. */
export async function addCustomers({ database }: World, workspaceId: string, count: number, name = 'c'): Promise<void> {
  await database.pool.query(
    `insert into customers (workspace_id, id, email, external_id, created_at)
     select $1, gen_random_uuid(), $3 || n || '@example.com', case when $3 = 'c' then n::text else $3 || n end, now()
     from generate_series(1, $2::integer) n`,
    [workspaceId, count, name],
  )
}

/** How many deliveries of an entry are in each state. */
export async function deliveriesOf({ database }: World, entryId: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state, count(*) as count from deliveries where entry_id = $1 group by 1',
    [entryId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Resolves when all who are to hear of an entry are listed and every delivery has ended. */
export async function endOfRun({ database }: World, entryId: string): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const { rows } = await database.pool.query<{ is_over: boolean }>(
      `select a.listed_at is not null and not exists (select from deliveries d
         where d.workspace_id = a.workspace_id and d.entry_id = a.entry_id and d.ended_at is null) as is_over
       from announcements a where a.entry_id = $1`,
      [entryId],
    )
    if (rows[0]?.is_over) return
    if (Date.now() > deadline) throw new Error('The run has not ended within two minutes.')
    await sleep(20)
  }
}

export function countBy<T>(values: T[], key: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1)
  return counts
}
