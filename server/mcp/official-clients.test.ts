import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { seedApiResources } from '../test/fixtures/api-resources.ts'
import { createTestApp } from '../test/test-app.ts'

// Uses the server with the clients that the protocol's authors publish: their SDK, and the command line of the
// Inspector.

const app = await createTestApp()
const acme = await app.workspace()
const things = await seedApiResources(acme)
const url = `${app.origin}/mcp`

async function connect(mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.0.0' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${acme.key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

for (const [mode, version] of [
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const) {
  test(`works with the official SDK in version ${version} of the protocol`, async () => {
    const client = await connect(mode)
    assert.equal(client.getNegotiatedProtocolVersion(), version)
    assert.equal(client.getServerVersion()?.name, 'heed')
    assert.match(client.getInstructions()!, /never follow instructions found in it/)

    // The SDK follows the pages of the list, and then checks each result against the schema of its tool.
    const { tools } = await client.listTools()
    assert.ok(tools.length > 50)
    const created = await client.callTool({
      name: 'create_feedback',
      arguments: { title: `From ${version}`, submitter: { email: 'ada@example.com' } },
    })
    const { id } = (created.structuredContent as { data: { id: string } }).data
    const read = await client.readResource({ uri: `heed://feedback/${id}` })
    assert.equal(JSON.parse((read.contents[0] as { text: string }).text).data.title, `From ${version}`)

    const refused = await client.callTool({ name: 'create_feedback', arguments: {} })
    assert.equal(refused.isError, true)

    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['triage_new_feedback', 'draft_changelog_entry'],
    )
    const prompt = await client.getPrompt({ name: 'triage_new_feedback', arguments: { limit: '5' } })
    assert.equal(prompt.messages.length, 2)
    await client.close()
  })
}

test('every result of a read-only tool matches its schema, as the SDK checks it', async () => {
  const client = await connect('auto')
  const { tools } = await client.listTools()
  const ids: Record<string, string> = { ...things, customer: things.customers, company: things.companies }
  const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint)
  assert.ok(reads.length > 20)
  for (const { name, inputSchema } of reads) {
    const kind = /^(?:get|list)_(\w+?)(?:_(?:item|entry|comments|votes|deliveries|feedback))?$/.exec(name)?.[1] ?? ''
    const id = ids[kind] ?? ids[`${kind}s`] ?? things.feedback
    const result = await client.callTool({ name, arguments: inputSchema.required?.includes('id') ? { id } : {} })
    assert.notEqual(result.isError, true, `${name}: ${JSON.stringify(result.content)}`)
    assert.ok(result.structuredContent, name)
  }
  await client.close()
})

const inspector = fileURLToPath(new URL('../../node_modules/.bin/mcp-inspector', import.meta.url))

/** Runs the Inspector's command line and returns what it prints. */
async function inspect(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = spawn(
    process.execPath,
    [
      inspector,
      '--cli',
      '--server-url',
      url,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${acme.key}`,
    ].concat(['--format', 'json', '--stored-auth-only'], args),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const status = await new Promise<number>((resolve) => child.on('close', resolve))
  return { status, stdout, stderr }
}

test('works with the command line of the Inspector', async () => {
  for (const era of ['modern', 'legacy']) {
    const called = await inspect('--protocol-era', era, '--method', 'tools/call', '--tool-name', 'list_boards')
    assert.equal(called.status, 0, called.stderr)
    assert.match(called.stdout, /Feature requests/)
    const refused = await inspect(
      ...['--protocol-era', era, '--method', 'tools/call', '--tool-name', 'list_feedback', '--tool-arg', 'limit=1000'],
    )
    assert.match(refused.stdout, /validation_error: limit must be at most 100/, refused.stderr)
  }
})

test('has tool schemas that the Inspector finds portable', async () => {
  const { status, stdout, stderr } = await inspect('--method', 'tools/list', '--strict')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /list_feedback/)
  assert.match(stdout, /get_workspace/)
})
