import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../platform/db/migrate.ts'
import { newId } from '../platform/ids.ts'
import { createDatabaseBefore } from '../test/support/database-before.ts'

const at = '2026-01-02T03:04:05.678Z'

interface Customer {
  origin?: 'portal' | 'api' | 'token'
  isTracked?: boolean
  externalId?: string
  name?: string | null
}

/** A recorded change of a customer: who made it, and the changed members. */
type Change = [by: 'self' | 'another customer' | 'member' | 'key', ...members: string[]]

test('makes an existing name public only if its owner made the latest change and the team does not know them', async () => {
  const database = await createDatabaseBefore('0008')
  const { pool } = database
  const acme = newId()
  await pool.query(
    `insert into workspaces (workspace_id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'free', $2)`,
    [acme, at],
  )
  const add = async (key: string, { origin = 'portal', isTracked = false, externalId, ...more }: Customer) => {
    const id = newId()
    await pool.query(
      `insert into customers (workspace_id, id, email, name, external_id, origin, is_tracked, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        acme,
        id,
        `${key}@x.example`,
        more.name === undefined ? 'Ada' : more.name,
        externalId ?? null,
        origin,
        isTracked,
        at,
      ],
    )
    return id
  }
  // Two ids of the same millisecond can be in any order, and the latest event is the one with the highest id.
  const eventIds = Array.from({ length: 50 }, newId).toSorted()
  const record = async (target: string, [by, ...members]: Change) => {
    const actorType = by === 'self' || by === 'another customer' ? 'customer' : by
    await pool.query(
      `insert into audit_events (workspace_id, id, type, target_id, actor_type, actor_id, changes, created_at)
       values ($1, $2, 'customer.updated', $3, $4, $5, $6, $7)`,
      [acme, eventIds.shift(), target, actorType, by === 'self' ? target : newId(), JSON.stringify({ members }), at],
    )
  }
  const own: Change = ['self', 'name']
  const cases: [key: string, customer: Customer, changes: Change[], source: 'self' | 'api'][] = [
    ['own', {}, [own], 'self'],
    ['own-again', {}, [['member', 'name'], own], 'self'],
    ['own-then-email', {}, [own, ['member', 'email']], 'self'],
    ['team-last', {}, [own, ['member', 'email', 'name']], 'api'],
    ['no-record', {}, [], 'api'],
    ['only-email', {}, [['self', 'email']], 'api'],
    ['other-customer', {}, [['another customer', 'name']], 'api'],
    ['key', {}, [['key', 'name']], 'api'],
    ['from-api', { origin: 'api' }, [own], 'api'],
    ['tracked', { isTracked: true }, [own], 'api'],
    ['product', { externalId: 'u1' }, [own], 'api'],
    ['nameless', { name: null }, [own], 'api'],
  ]
  for (const [key, customer, changes] of cases) {
    const id = await add(key, customer)
    for (const change of changes) await record(id, change)
  }
  await migrate(database)
  const { rows } = await pool.query<{ key: string; source: string }>(
    `select split_part(email, '@', 1) as key, name_source as source from customers order by 1`,
  )
  assert.deepEqual(
    rows.map(({ key, source }) => [key, source]),
    cases.map(([key, , , source]) => [key, source]).sort(),
  )
})
