import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { createTag } from './create.ts'

const world = await createTestApp()
const acme = await world.workspace()
const charlie = await world.workspace()

test('lists the tags of the workspace by name, ignoring case, in pages', async () => {
  for (const name of ['fix', 'Beta', 'alpha', 'Ärger', 'ALPHA 2', 'ändern']) await acme.tag(name)
  await charlie.tag('alpha')
  const names = ['alpha', 'ALPHA 2', 'Beta', 'fix', 'ändern', 'Ärger']
  assert.deepEqual(
    (await acme.api.listAll('/tags')).map(({ name }) => name),
    names,
  )
  assert.deepEqual(
    (await acme.api.listAll('/tags', 1)).map(({ name }) => name),
    names,
  )
  assert.deepEqual(
    (await charlie.api.listAll('/tags')).map(({ name }) => name),
    ['alpha'],
  )
})

test('returns id, name and color, and entries accept the id', async () => {
  const { id } = await acme.tag('security', '#aa0011')
  const tag = (await acme.api.listAll('/tags')).find(({ name }) => name === 'security')
  assert.deepEqual(tag, { id, name: 'security', color: '#aa0011' })
  assert.deepEqual((await acme.api.create('/changelog', { title: 'Patched', tagIds: [id] })).tagIds, [id])
})

test('rejects a name that is taken, ignoring case, even when two tags are created concurrently', async () => {
  await acme.tag('Éclair')
  const create = (name: string) => acme.write((scope) => createTag(scope, { name, color: '#22aa55' }))
  await assert.rejects(create('éCLAIR'), invalidPaths('/name'))
  const both = await Promise.allSettled([create('twin'), create('TWIN')])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})
