import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import { newId } from '../platform/ids.ts'
import { ToolClient } from '../test/clients/tool-client.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const client = new ToolClient(app.origin, acme.key)
const withScopes = async (...scopes: ApiScope[]) => new ToolClient(app.origin, (await acme.makeKey({ scopes })).key)

const getPrompt = (name: string, args: Record<string, string> = {}, as = client) =>
  as.request('prompts/get', { name, arguments: args })

const dataOf = (text: string) => JSON.parse(text.replace(/<\/?heed-data>/g, ''))

test('triages the requests that wait for review, on one board if it is named', async () => {
  const board = await acme.api.create('/boards', { name: 'Beta', slug: 'beta' })
  await acme.api.create('/feedback', { title: 'On the first board' })
  await acme.api.create('/feedback', { title: 'On the other', boardId: board.id })
  const { id } = await acme.api.create('/feedback', { title: 'Reviewed' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const titles = async (args: Record<string, string>) => {
    const [, { content }] = (await getPrompt('triage_new_feedback', args)).body.result.messages
    return dataOf(content.text).data.map(({ title }: { title: string }) => title)
  }
  assert.deepEqual(await titles({}), ['On the other', 'On the first board'])
  assert.deepEqual(await titles({ board: 'beta' }), ['On the other'])
  assert.deepEqual(await titles({ limit: '1' }), ['On the other'])
})

test('drafts an entry about the named requests, or about completed ones', async () => {
  const done = await acme.api.create('/feedback', { title: 'Done' })
  await acme.api.patch(`/feedback/${done.id}/stage`, { stage: 'completed' })
  const other = await acme.api.create('/feedback', { title: 'Other' })
  await acme.tag('new')
  const read = async (args: Record<string, string>) => {
    const [{ content: told }, { content }] = (await getPrompt('draft_changelog_entry', args)).body.result.messages
    return { told: told.text as string, ...dataOf(content.text) }
  }
  const byDefault = await read({})
  assert.deepEqual(
    byDefault.requests.data.map(({ id }: { id: string }) => id),
    [done.id],
  )
  assert.deepEqual(
    byDefault.tags.data.map(({ name }: { name: string }) => name),
    ['new'],
  )
  assert.match(byDefault.told, /Do not publish/)
  const named = await read({ feedbackIds: ` ${other.id}, ${done.id} `, audience: 'developers' })
  assert.deepEqual(
    named.requests.map(({ data }: { data: { id: string } }) => data.id),
    [other.id, done.id],
  )
  assert.match(named.told, /"developers"/)
})

test('rejects arguments that it cannot use', async () => {
  const ids = (count: number) => Array.from({ length: count }, newId).join()
  const messageOf = async (name: string, args: Record<string, string>) => {
    const { error } = (await getPrompt(name, args)).body
    assert.equal(error.code, -32_602)
    return error.message
  }
  assert.match(await messageOf('triage_new_feedback', { limit: 'many' }), /limit must be an integer/)
  assert.match(await messageOf('triage_new_feedback', { board: 'nowhere' }), /board/)
  assert.match(await messageOf('triage_new_feedback', { surprise: '1' }), /surprise/)
  assert.match(await messageOf('draft_changelog_entry', { feedbackIds: newId() }), /not_found/)
  assert.match(
    await messageOf('draft_changelog_entry', { feedbackIds: ids(21) }),
    /^validation_error: feedbackIds must have at most 20 ids/,
  )
  assert.match(await messageOf('draft_changelog_entry', { feedbackIds: ids(20) }), /not_found/)
  assert.match(await messageOf('triage_new_feedback', JSON.parse('{"__proto__":"x"}')), /__proto__/)
  assert.match(await messageOf('triage_new_feedback', JSON.parse('{"__proto__":{"board":"x"}}')), /__proto__/)
  assert.match(await messageOf('triage_new_feedback', { constructor: 'x' }), /constructor/)
  assert.match(await messageOf('nope', {}), /There is no prompt/)
})

test('lists prompts and resources only for those who may read what they need', async () => {
  const namesFor = async (as: ToolClient) => [
    (await as.request('prompts/list')).body.result.prompts.map(({ name }: { name: string }) => name),
    (await as.request('resources/templates/list')).body.result.resourceTemplates.map(
      ({ uriTemplate }: { uriTemplate: string }) => uriTemplate,
    ),
  ]
  assert.deepEqual(await namesFor(await withScopes('roadmap:read')), [[], []])
  assert.deepEqual(await namesFor(await withScopes('feedback:read')), [
    ['triage_new_feedback'],
    ['heed://feedback/{id}'],
  ])
  assert.deepEqual(await namesFor(await withScopes('feedback:read', 'changelog:read')), [
    ['triage_new_feedback', 'draft_changelog_entry'],
    ['heed://feedback/{id}', 'heed://changelog/{id}'],
  ])
})

test('refuses to read without the scope', async () => {
  const as = await withScopes('changelog:read')
  const { id } = await acme.api.create('/feedback', { title: 'Private' })
  for (const answer of [
    await getPrompt('triage_new_feedback', {}, as),
    await as.request('resources/read', { uri: `heed://feedback/${id}` }),
  ]) {
    assert.match(answer.body.error.message, /feedback:read/)
    assert.ok(!JSON.stringify(answer.body).includes('Private'))
  }
})

test('reads a request and an entry by their URI', async () => {
  const request = await acme.api.create('/feedback', { title: 'By URI' })
  const entry = await acme.api.create('/changelog', { title: 'Entry by URI' })
  const titleAt = async (uri: string) => {
    const [content] = (await client.request('resources/read', { uri })).body.result.contents
    assert.equal(content.uri, uri)
    return JSON.parse(content.text).data.title
  }
  assert.equal(await titleAt(`heed://feedback/${request.id}`), 'By URI')
  assert.equal(await titleAt(`heed://changelog/${entry.id}`), 'Entry by URI')
  for (const uri of [
    `heed://feedback/${newId()}`,
    `heed://feedback/${entry.id}`,
    'heed://feedback/',
    'heed://feedback/../changelog',
    'heed://customers/1',
    'file:///etc/passwd',
    'heed:',
  ]) {
    const { error } = (await client.request('resources/read', { uri })).body
    assert.equal(error.code, -32_602, uri)
    assert.match(error.message, /not found/i)
  }
})
