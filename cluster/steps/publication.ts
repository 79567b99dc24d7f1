import { mainDatabase, waitUntilWhole } from '../cluster.ts'
import { connect } from '../databases.ts'
import { MailSink } from '../mail-sink.ts'
import { entrances } from '../proxy.ts'
import type { Step } from '../step.ts'
import { secondsBetween, waitFor } from '../wait.ts'

const customers = 10_000
const acceptedBeforeFailover = 2_000
// Twice the default of SMTP_CONNECTIONS, for the one process that sends: the maximum number of messages in flight.
const maxInFlight = 10

export const publication: Step = {
  name: 'publication',
  title: `an entry is published to ${customers.toLocaleString('en')} customers while the primary is killed`,
  async run(cluster, { note, check }) {
    const { databases } = cluster
    const { id, keys } = cluster.workspaces[0]!
    await execute(
      `insert into customers (workspace_id, id, email, origin, created_at)
       select $1, gen_random_uuid(), 'customer' || n || '@example.com', 'api', now() - interval '1 day'
       from generate_series(1, $2::integer) n`,
      [id, customers],
    )
    const sink = new MailSink()
    await sink.listen()
    try {
      const entry = await call(keys[0]!, '/changelog', { title: 'Faster', body: 'Everything is **faster** now.' })
      await call(keys[0]!, `/changelog/${entry.id}/publish`, {})
      const publishedAt = Date.now()
      await waitFor('the first messages', 120, async () => sink.accepted >= acceptedBeforeFailover)
      const primary = await databases.primary()
      await databases.host(primary).kill()
      const [killedAt, before] = [Date.now(), sink.accepted]
      await waitFor('messages after the failover', 180, async () => sink.accepted > before + 2 * maxInFlight)
      const resumedAt = Date.now()
      databases.start(primary)
      const isOver = `select fanned_out_at is not null and not exists (
          select from notification_deliveries where entry_id = $1 and state in ('due', 'sending')) as is_over
        from announcements where entry_id = $1`
      await waitFor('the end of the publication', 480, async () => (await execute(isOver, [entry.id])).rows[0]?.is_over)
      const overAt = Date.now()
      await waitUntilWhole(cluster)
      const states = await execute(
        'select state, count(*)::int as count from notification_deliveries where entry_id = $1 group by state',
        [entry.id],
      )
      const repeated = [...sink.counts.values()].filter((count) => count > 1)
      note(
        `${primary} was killed after ${before} messages; sending resumed after ${secondsBetween(killedAt, resumedAt)}`,
      )
      note(`published to all within ${secondsBetween(publishedAt, overAt)}`)
      note(`deliveries: ${states.rows.map(({ state, count }) => `${count} ${state}`).join(', ')}`)
      check('every customer is emailed', sink.counts.size === customers, `${sink.counts.size} of ${customers} emailed`)
      check(
        `no customer is emailed twice except for messages in flight (at most ${maxInFlight})`,
        repeated.length <= maxInFlight && repeated.every((count) => count === 2),
        `${repeated.length} emailed twice`,
      )
    } finally {
      await sink.close()
    }
  },
}

async function execute(text: string, values: unknown[]) {
  const client = await connect(entrances.primary.host, mainDatabase, { port: entrances.primary.port })
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

async function call(key: string, path: string, content: object): Promise<{ id: string }> {
  const response = await fetch(`${entrances.web}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: { id: string } }).data
}
