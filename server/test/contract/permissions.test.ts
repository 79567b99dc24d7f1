import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { roles } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import type { Actor } from '../../platform/scope.ts'
import { createTestApp } from '../test-app.ts'
import { type AllowedActor, notProbed, type Probe, permissionProbes } from './permission-probes.ts'

type Permissions = (actor: Actor) => Record<string, boolean | ((role: string) => boolean)>

const server = fileURLToPath(new URL('../..', import.meta.url))
const permissionObjects = new Map<string, Permissions>()
for await (const path of glob('**/permissions.ts', { cwd: server })) {
  for (const [name, can] of Object.entries(await import(`${server}/${path}`))) {
    permissionObjects.set(name, can as Permissions)
  }
}
assert.ok(permissionObjects.size >= 11, 'did not find the permissions.ts of the features')

/** Lists every permission with its value. A permission that depends on the role is listed once for each role. */
const listPermissions = (name: string, can: Permissions, actor: Actor): [string, boolean][] =>
  Object.entries(can(actor)).flatMap(([member, value]): [string, boolean][] =>
    typeof value === 'function'
      ? roles.map((role) => [`${name}.${member} ${role}`, value(role)])
      : [[`${name}.${member}`, value]],
  )

const valuesFor = (actor: Actor): Map<string, boolean> =>
  new Map([...permissionObjects].flatMap(([name, can]) => listPermissions(name, can, actor)))

const customerId = newId()
const allowedActors: Record<AllowedActor, Actor> = {
  owner: { type: 'member', id: newId(), role: 'owner' },
  admin: { type: 'member', id: newId(), role: 'admin' },
  member: { type: 'member', id: newId(), role: 'member' },
  // The API scopes of a key are checked before a verb is called (access.test.ts).
  key: { type: 'key', id: newId() },
  system: { type: 'system', id: null },
}
const deniedActors: Record<string, Actor> = {
  customer: { type: 'customer', id: customerId },
  'anonymous visitor': { type: 'customer', id: null },
  'customer claiming a role': { type: 'customer', id: null, role: 'owner' },
  'member without a role': { type: 'member', id: null },
  'member with an unknown role': { type: 'member', id: null, role: 'guest' as 'member' },
  'actor of a new type': { type: 'visitor' as 'customer', id: null, role: 'owner' },
}
const actors = { ...allowedActors, ...deniedActors }

const { workspace } = await createTestApp()
const acme = await workspace()
const rollback = new Error('rolled back')

/** Runs a verb and rolls it back. Returns whether the permission check let the actor pass, whatever happened next. */
async function isAllowed(probe: Probe, actor: Actor): Promise<boolean> {
  const outcome = await acme
    .write(async (tx) => {
      await probe({ ...tx, actor }, newId())
      throw rollback
    })
    .catch((error: { code?: string }) => error)
  return (outcome as { code?: string }).code !== 'forbidden'
}

test('covers every permission with a probe', () => {
  const names = [...valuesFor(allowedActors.owner).keys()]
  const missing = names.filter((name) => !(name in permissionProbes) && !notProbed.has(name))
  const unknown = Object.keys(permissionProbes).filter((name) => !names.includes(name))
  assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
})

suite('grants a permission to exactly the listed actors: ', () => {
  for (const [permission, { allowed }] of Object.entries(permissionProbes)) {
    test(permission, () => {
      for (const [name, actor] of Object.entries(actors)) {
        assert.equal(valuesFor(actor).get(permission), (allowed as readonly string[]).includes(name), name)
      }
    })
  }
})

suite('runs a verb for exactly the actors with its permission: ', () => {
  for (const [permission, { allowed, verbs }] of Object.entries(permissionProbes)) {
    for (const [verb, probe] of Object.entries(verbs)) {
      test(`${verb} (${permission})`, async () => {
        const granted: string[] = []
        for (const [name, actor] of Object.entries(actors)) if (await isAllowed(probe, actor)) granted.push(name)
        assert.deepEqual(granted.sort(), [...allowed].sort())
      })
    }
  }
})
