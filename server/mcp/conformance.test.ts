import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startAuthorizingProxy } from '../test/support/authorizing-proxy.ts'
import { createTestApp } from '../test/test-app.ts'

// Runs the conformance suite of the protocol's authors, in both versions that Heed serves. Its scenarios for every
// server must pass. The others call tools, prompts and resources of a fixture server, such as `test_simple_text`, or
// test features that Heed does not have. The reason for each is below, and a new scenario fails the test until it is
// added to a list.

const applicable: Record<string, string[]> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'server-stateless',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
}

const notApplicable: Record<string, string[]> = {
  'calls a tool of the fixture server': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'http-custom-header-server-validation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'reads a resource of the fixture server': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  'gets a prompt of the fixture server': [
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  'is a capability that Heed does not announce': [
    'logging-set-level',
    'completion-complete',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'asks the client for input, which no operation does': [
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
  // In version 2025-11-25, `server-sse-multiple-streams` needs one as well.
  'tests a session, which Heed does not have': ['server-session-lifecycle', 'server-sse-polling'],
  'is an extension': ['sep-2640-skills-', 'tasks-'],
}

// The checks of applicable scenarios that need a diagnostic tool of the fixture server, or an announced capability.
const untestable = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
  'sep-2575-server-honors-notification-filter',
])

const app = await createTestApp()
const { key } = await app.workspace()
const origin = await startAuthorizingProxy(app.origin, key)
const suite = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

interface Check {
  id: string
  status: string
  errorMessage?: string
  details?: { untestable?: boolean }
}

async function run(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  await new Promise((resolve) => child.on('close', resolve))
  return output
}

test('knows every scenario of the suite, and why some do not apply', async () => {
  const listed = await run('list', '--server')
  const scenarios = [...listed.matchAll(/^\s+- (\S+) \[/gm)].map(([, name]) => name!)
  assert.ok(scenarios.length > 50)
  const known = [...Object.values(applicable).flat(), ...Object.values(notApplicable).flat()]
  const isKnown = (name: string) => known.some((each) => name === each || (each.endsWith('-') && name.startsWith(each)))
  assert.deepEqual(
    scenarios.filter((name) => !isKnown(name)),
    [],
  )
})

for (const [version, scenarios] of Object.entries(applicable)) {
  for (const scenario of scenarios) {
    test(`passes ${scenario} of version ${version}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'heed-conformance-'))
      after(() => rm(folder, { recursive: true, force: true }))
      const args = ['server', '--url', `${origin}/mcp`, '--scenario', scenario, '--spec-version', version, '-o', folder]
      const output = await run(...args)
      const [results] = await readdir(folder)
      assert.ok(results, output)
      const checks: Check[] = JSON.parse(await readFile(join(folder, results, 'checks.json'), 'utf8'))
      const failed = checks.filter(({ status }) => status === 'FAILURE')
      assert.deepEqual(
        failed.filter(({ id, details }) => !(untestable.has(id) && details?.untestable)),
        [],
      )
      // Every scenario of the new version also checks the form of all messages.
      const passed = checks.filter(({ id, status }) => status === 'SUCCESS' && id !== 'wire-schema-valid')
      assert.ok(passed.length > 0, 'at least one check of the scenario passes')
    })
  }
}
