import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../clients/api-client.ts'
import { ToolClient } from '../clients/tool-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { newMigratedDataDir, startInstance } from './test-instance.ts'

// Writes the name of each package that the process imports to standard error, once: a full pipe would fail the write.
const reportPackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  const names = new Set()
  registerHooks({
    load(url, context, nextLoad) {
      const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
      if (name && !names.has(name)) writeSync(2, 'imports ' + name + '\\n')
      names.add(name)
      return nextLoad(url, context)
    },
  })`)}`

test('loads neither React, the router nor the MCP SDK in a server that only answers the API', async () => {
  const start = { dataDir: await newMigratedDataDir(), env: { NODE_OPTIONS: `--import=${reportPackages}` } }
  const { key } = await createWorkspaceWithKey({ dataDir: start.dataDir }, 'acme')
  const { origin, stderr } = await startInstance(start)
  const api = new TestClient(origin, key)
  await api.create('/feedback', { title: 'Dark mode' })
  assert.equal((await api.get('/feedback')).status, 200)
  const loaded = () => new Set(Array.from(stderr().matchAll(/^imports (.+)$/gm), ([, name]) => name!))
  const packages = loaded()
  assert.ok(packages.has('fastify'), 'the report of loaded packages works')
  const ofOthers = [...packages].filter((name) =>
    /^(react|react-dom|react-router|@react-router\/.+|@remix-run\/.+|@modelcontextprotocol\/.+)$/.test(name),
  )
  assert.deepEqual(ofOthers, [])

  await new ToolClient(origin, key).call('list_boards')
  assert.ok(loaded().has('@modelcontextprotocol/server'), 'the first request to /mcp loads it')
})
