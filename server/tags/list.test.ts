import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { createTag } from './create.ts'

const world = await createTestApp()
const acme = await world.workspace()
const charlie = await world.workspace()

test('tags are listed by name without regard to case, page by page, of this workspace alone', async () => {
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

test('a tag has an id that entries take, a name and a color', async () => {
  const { id } = await acme.tag('security', '#aa0011')
  const tag = (await acme.api.listAll('/tags')).find(({ name }) => name === 'security')
  assert.deepEqual(tag, { id, name: 'security', color: '#aa0011' })
  assert.deepEqual((await acme.api.create('/changelog', { title: 'Patched', tagIds: [id] })).tagIds, [id])
})

test('a name is taken once in a workspace, without regard to case, also by two at once', async () => {
  await acme.tag('Éclair')
  const make = (name: string) => acme.write((scope) => createTag(scope, { name, color: '#22aa55' }))
  await assert.rejects(make('éCLAIR'), invalidPaths('/name'))
  const both = await Promise.allSettled([make('twin'), make('TWIN')])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})
