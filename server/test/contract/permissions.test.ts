import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { roles } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import type { Actor } from '../../platform/scope.ts'
import { createTestApp } from '../test-app.ts'
import { actors, allowedActors } from './actors.ts'
import type { Probe } from './permission-probe.ts'
import { permissionProbes, trackerPermissions } from './permission-probes.ts'

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

/** Who has each permission, by name. */
const allowedByPermission = new Map([
  ...Object.entries(permissionProbes).map(([name, { allowed }]) => [name, allowed] as const),
  ...Object.entries(trackerPermissions),
])

test('covers every permission with a probe, and has none for a permission that does not exist', () => {
  assert.deepEqual([...allowedByPermission.keys()].sort(), [...valuesFor(allowedActors.owner).keys()].sort())
})

suite('grants a permission to exactly the listed actors: ', () => {
  for (const [permission, allowed] of allowedByPermission) {
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
