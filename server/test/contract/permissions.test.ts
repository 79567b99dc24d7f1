import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { roles } from '../../platform/authorization.ts'
import type { Actor } from '../../platform/scope.ts'

type Permissions = (actor: Actor) => Record<string, boolean | ((role: string) => boolean)>

const server = fileURLToPath(new URL('../..', import.meta.url))
const all = new Map<string, Permissions>()
for await (const path of glob('**/permissions.ts', { cwd: server })) {
  for (const [name, can] of Object.entries(await import(`${server}/${path}`))) all.set(name, can as Permissions)
}

/** What somebody may, by name; what depends on a role, for each role. */
const allowed = (can: Permissions, actor: Actor): string[] =>
  Object.entries(can(actor)).flatMap(([name, may]) => {
    const each = typeof may === 'function' ? roles.map((role) => [`${name} ${role}`, may(role)]) : [[name, may]]
    return each.filter(([, is]) => is !== false).map(([what]) => String(what))
  })

const nobodies: [string, Actor][] = [
  ['a customer', { type: 'customer', id: null }],
  ['a customer who claims a role', { type: 'customer', id: null, role: 'owner' }],
  ['a member without a role', { type: 'member', id: null }],
  ['a member of a role that there is not', { type: 'member', id: null, role: 'guest' as 'member' }],
  ['an actor of a new kind', { type: 'visitor' as 'customer', id: null, role: 'owner' }],
]

suite('whoever is not listed may nothing: ', () => {
  assert.ok(all.size >= 11, 'permissions.ts of the features were not found')
  for (const [name, can] of all) {
    test(name, () => {
      for (const [who, actor] of nobodies) assert.deepEqual(allowed(can, actor), [], who)
      // Otherwise nothing was asked.
      assert.notDeepEqual(allowed(can, { type: 'member', id: null, role: 'owner' }), [])
      assert.notDeepEqual(allowed(can, { type: 'system', id: null }), [])
    })
  }
})
