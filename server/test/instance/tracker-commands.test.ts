import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Finding } from '../../diagnostics/finding.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { getCurrentConnection, openWebhookSecret } from '../../tracker/connection/queries.ts'
import { runCommand } from '../support/run-command.ts'
import { createTestApp, type TestWorkspace, testDatabaseEnv, testSecretKey } from '../test-app.ts'
import { fakeTrackers, outbound } from '../trackers/connect.ts'
import type { FakeTracker } from '../trackers/fake-tracker.ts'
import { startGitHub } from '../trackers/github/server.ts'
import { startJira } from '../trackers/jira/server.ts'
import { startLinear } from '../trackers/linear/server.ts'
import { type CommandResult, newDataDir, runHeed } from './test-instance.ts'

const testApp = await createTestApp()
const dataDir = await newDataDir()
after(() => outbound.close())

const environment = {
  ...testDatabaseEnv(testApp.databaseName),
  SECRET_KEY: testSecretKey,
  OUTBOUND_ALLOW: '127.0.0.0/8',
  PUBLIC_URL: 'http://heed.test',
}

interface Outcome extends Omit<CommandResult, 'json'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  json: any
}

/** Runs `heed …` with text on its standard input. */
async function heedWith(input: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { json, ...result } = await runCommand({ dataDir, env: { ...environment, ...env }, input }, ...args)
  return { ...result, json: args.includes('--json') && result.stdout !== '' ? json() : null }
}

const secretOf = ({ credential }: FakeTracker): string => (credential as { token: string }).token

/** Returns the options that connect a fake tracker, apart from names. */
function optionsOf({ provider, url, credential }: FakeTracker): string[] {
  const email = credential.kind === 'basic' ? ['--email', credential.email] : []
  return ['--provider', provider, '--api-url', url, ...email]
}

const connect = (workspace: TestWorkspace, stage: FakeTracker, ...more: string[]) =>
  heedWith(`${secretOf(stage)}\n`, [
    ...['tracker', 'connect', '--workspace', workspace.slug, '--token-stdin', ...optionsOf(stage), ...more],
  ])

const tracker = (command: string, { slug }: TestWorkspace, ...more: string[]) =>
  heedWith('', ['tracker', command, '--workspace', slug, ...more])

for (const [name, startStage] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const stage = await startStage()

    test('connects, shows status and disconnects by name and id, without showing the credential', async () => {
      const acme = await testApp.workspace()
      const defaults = ['--team', stage.team.name, '--project', stage.project.name, '--label', stage.label.name]
      const connected = await connect(acme, stage, ...defaults, '--json')
      assert.deepEqual([connected.status, connected.stderr], [0, ''])
      const { account, checkedAt, connectedAt, ...rest } = connected.json
      assert.deepEqual(Object.keys(account), ['id', 'name', 'url'])
      assert.deepEqual(rest, {
        workspace: acme.slug,
        provider: stage.provider,
        status: 'connected',
        reason: null,
        apiUrl: stage.url,
        team: { id: stage.team.id, name: stage.team.name },
        project: { id: stage.project.id, name: stage.project.name },
        labelIds: [stage.label.id],
        assigneeId: null,
        priority: null,
        sendsContext: false,
        mapping: {
          backlog: 'planned',
          unstarted: 'planned',
          started: 'in_progress',
          completed: 'completed',
          canceled: null,
        },
        webhook: false,
        connectedBy: { type: 'system', id: null },
      })
      const { status, json } = await tracker('status', acme, '--json')
      assert.equal(status, 0)
      const { checkedAt: checkedLater, links, lastCallAt, failure, ...same } = json
      assert.deepEqual(same, { ...rest, account, connectedAt })
      assert.deepEqual([links, lastCallAt, failure], [{ active: 0, creating: 0 }, null, null])
      assert.ok(checkedLater > checkedAt)
      const outcomes = [connected, await tracker('status', acme), await tracker('disconnect', acme, '--json')]
      assert.deepEqual(outcomes[2]!.json, { workspace: acme.slug, disconnected: true, webhookLeft: false })
      for (const { stdout, stderr } of outcomes) assert.ok(!`${stdout}${stderr}`.includes(secretOf(stage)))
      assert.deepEqual((await tracker('status', acme, '--json')).json, { workspace: acme.slug, status: 'missing' })
      const again = await tracker('disconnect', acme)
      assert.deepEqual([again.status, again.stdout], [0, `No tracker is connected to ${acme.slug}.\n`])
    })

    test('rejects ambiguous, unknown and missing names, and lists the choices for each option', async () => {
      const acme = await testApp.workspace()
      const team = ['--team', stage.team.name]
      for (const [options, option, words] of [
        [[...team, '--project', stage.ambiguousProject], '--project', 'is the name of several; use an id: '],
        [['--team', 'Nobody'], '--team', `"Nobody" is not known to the tracker; there are `],
        [[], '--team', 'is required; there are '],
      ] as const) {
        const { status, stderr, json } = await connect(acme, stage, ...options, '--json')
        assert.equal(status, 1)
        assert.ok(stderr.startsWith(`${option} `) && stderr.includes(words), stderr)
        assert.equal(json.error.code, 'validation_error')
        assert.equal(json.error.details[0].path, `/${option.slice(2)}`)
      }
      assert.equal((await tracker('status', acme, '--json')).json.status, 'missing')
    })

    test('rejects a credential that the tracker rejects, without repeating it', async () => {
      const acme = await testApp.workspace()
      const { provider, url, credential } = stage
      const wrong = { ...stage, provider, url, credential: { ...credential, token: 'wrong-hunter22' } } as FakeTracker
      const { status, stdout, stderr } = await connect(acme, wrong, '--team', stage.team.name, '--json')
      assert.equal(status, 1)
      assert.match(stderr, /^--token-stdin was rejected: /)
      assert.doesNotMatch(`${stdout}${stderr}`, /hunter22/)
    })

    test('reports a revoked connection or an unreachable tracker with status 1 and the reason', async () => {
      const acme = await testApp.workspace()
      await connect(acme, stage, '--team', stage.team.name)
      stage.revoke()
      const revoked = await tracker('status', acme, '--json')
      assert.deepEqual([revoked.status, revoked.json.status], [1, 'revoked'])
      assert.equal(revoked.json.failure, revoked.json.reason)
      const text = await tracker('status', acme)
      assert.match(text.stdout, /: revoked\nIt isn't working: .*\n[\s\S]*→ Connect it again: heed tracker connect/)
      stage.restore()
      await stage.stop()
      const away = await tracker('status', acme)
      assert.equal(away.status, 1)
      assert.match(away.stdout, /^It isn't working: .* cannot be reached \(ECONNREFUSED\)\.$/m)
      const ended = await tracker('disconnect', acme)
      assert.deepEqual([ended.status, ended.stderr], [0, ''])
    })
  })
}

test('prints where requests go and how often issues are polled after connecting', async () => {
  const [acme, stage] = [await testApp.workspace(), await startLinear()]
  const { stdout } = await connect(acme, stage, '--team', 'eng', '--project', 'public roadmap')
  assert.equal(
    stdout,
    [
      'Connected to Linear: Acme › Engineering › Public roadmap.',
      'Issues are polled every 15 minutes: PUBLIC_URL is http://heed.test, and trackers only call https addresses.',
      '',
    ].join('\n'),
  )
})

test('connects a GitHub App with its private key, whatever its line endings', async () => {
  const [acme, stage] = [await testApp.workspace(), await startGitHub()]
  const { appId, installationId, privateKey } = stage.appCredential
  const args = ['tracker', 'connect', '--workspace', acme.slug, '--provider', 'github', '--api-url', stage.url]
  const app = ['--token-stdin', '--app-id', appId, '--installation-id', installationId, '--team', stage.team.name]
  const input = privateKey.replaceAll('\n', '\r\n')
  const { status, stdout, stderr } = await runHeed({ dataDir, env: environment, input }, ...args, ...app)
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^Connected to GitHub: /)
})

test('rejects a credential on the command line, without repeating it', async () => {
  const acme = await testApp.workspace()
  const args = ['tracker', 'connect', '--workspace', acme.slug, '--provider', 'linear']
  for (const typed of [
    ['--token', 'lin_api_hunter22'],
    ['--token=lin_api_hunter22'],
    ['--token-stdin', 'lin_api_hunter22'],
  ]) {
    const outcome = await heedWith('', [...args, ...typed, '--json'])
    assert.equal(outcome.status, 1)
    assert.match(outcome.stderr, /^--token-stdin must be used instead of --token, because other users can see/)
    assert.doesNotMatch(`${outcome.stdout}${outcome.stderr}`, /hunter22/)
  }
})

for (const [typed, status, words] of [
  [['--provider', 'trello', '--token-stdin'], 1, /^--provider must be one of "linear", "github", "jira"\./],
  [['--provider', 'linear'], 1, /^--token-stdin is required, with the credential on standard input; or --oauth\.$/m],
  [['--provider', 'linear', '--token-stdin'], 1, /^--token-stdin found nothing on standard input\.$/m],
  [['--provider', 'linear', '--oauth'], 1, /^--oauth needs LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET to be set\.$/m],
  [['--provider', 'github', '--oauth'], 1, /^--oauth cannot be used for GitHub\.$/m],
  [
    ['--provider', 'jira', '--token-stdin'],
    1,
    /^--email is required for Jira: the account that the token belongs to\.$/m,
  ],
  [
    ['--provider', 'jira', '--email', 'ada@example.com', '--token-stdin'],
    1,
    /^--api-url is required for Jira, such as/,
  ],
  [['--provider', 'linear', '--token-stdin', '--priority', '5'], 2, /It must be a number from 0 to 4/],
  [['--provider', 'linear', '--label', ' ', '--email', 'me'], 1, /--label\/0 must not be empty\.\n--email /],
] as const) {
  test(`fails with status ${status} and names the invalid option: ${typed.join(' ')}`, async () => {
    const acme = await testApp.workspace()
    const outcome = await heedWith('', ['tracker', 'connect', '--workspace', acme.slug, ...typed, '--json'])
    assert.equal(outcome.status, status)
    assert.match(outcome.stderr, words)
    assert.equal(outcome.json.error.code, status === 2 ? 'usage' : 'validation_error')
  })
}

test('names the option of an address that the outbound policy forbids', async () => {
  const [acme, stage] = [await testApp.workspace(), await startJira()]
  const args = ['tracker', 'connect', '--workspace', acme.slug, '--token-stdin', ...optionsOf(stage)]
  const { status, stderr } = await heedWith(secretOf(stage), args, { OUTBOUND_ALLOW: '' })
  assert.equal(status, 1)
  assert.equal(
    stderr,
    '--api-url cannot be called: http:// is only for the networks in OUTBOUND_ALLOW, and 127.0.0.1 is in none of them.\n',
  )
})

test('prints the consent page and the redirect URI for --oauth', async () => {
  const acme = await testApp.workspace()
  const client = { LINEAR_CLIENT_ID: 'heed-client', LINEAR_CLIENT_SECRET: 'heed-secret' }
  const args = ['tracker', 'connect', '--workspace', acme.slug, '--provider', 'linear', '--oauth', '--team', 'ENG']
  const { json } = await heedWith('', [...args, '--json'], client)
  assert.equal(json.redirectUri, 'http://heed.test/hooks/tracker/oauth')
  const url = new URL(json.url)
  assert.equal(url.searchParams.get('redirect_uri'), json.redirectUri)
  const { stdout } = await heedWith('', args, client)
  assert.match(stdout, /^Open this address within 15 minutes, .*\n\nhttps:\/\/linear\.app\/oauth\/authorize\?/)
  assert.doesNotMatch(`${stdout}${json.url}`, /heed-secret/)
})

test('changes stage mapping and private context with configure, and shows both without options', async () => {
  const [acme, stage] = [await testApp.workspace(), await startLinear()]
  const refused = await tracker('configure', acme, '--send-context')
  assert.deepEqual([refused.status, refused.stderr], [1, '--workspace has no tracker connected.\n'])
  await connect(acme, stage, '--team', 'ENG')
  const map = ['--map', 'canceled=closed', '--map', 'backlog=none', '--send-context']
  const { json } = await tracker('configure', acme, ...map, '--json')
  assert.deepEqual(json, {
    workspace: acme.slug,
    sendsContext: true,
    mapping: {
      backlog: null,
      unstarted: 'planned',
      started: 'in_progress',
      completed: 'completed',
      canceled: 'closed',
    },
  })
  const { stdout } = await tracker('configure', acme, '--no-send-context')
  assert.match(stdout, /^backlog {4}→ no change$/m)
  assert.match(stdout, /^canceled {3}→ closed$/m)
  assert.match(stdout, /^Private context is not included in issues\.$/m)
  assert.equal((await tracker('configure', acme)).stdout, stdout)
  for (const wrong of ['started', 'started=', 'started=pending', 'done=closed', 'started=planned=closed']) {
    const { status, stderr } = await tracker('configure', acme, '--map', wrong)
    assert.equal(status, 2)
    assert.match(stderr, /such as started=in_progress or canceled=none/)
  }
})

test('shows the webhook address and a new secret each time', async () => {
  const [acme, stage] = [await testApp.workspace(), await startJira()]
  const refused = await tracker('webhook', acme, '--json')
  assert.deepEqual([refused.status, refused.json.error.details[0].path], [1, '/workspace'])
  await connect(acme, stage, '--team', 'ENG')
  const [first, second] = [
    (await tracker('webhook', acme, '--json')).json,
    (await tracker('webhook', acme, '--json')).json,
  ]
  assert.match(first.url, /^http:\/\/heed\.test\/hooks\/tracker\/[0-9a-f-]{36}$/)
  assert.equal(second.url, first.url)
  assert.notEqual(second.secret, first.secret)
  const { stdout } = await tracker('webhook', acme)
  assert.match(stdout, /^Address: http.*\nSecret: {2}[0-9a-f]{64}\n\nThe secret will not be shown again\./)
})

test('accepts the webhook secret of a tracker that generates it, without repeating it', async () => {
  const [acme, stage] = [await testApp.workspace(), await startLinear()]
  await connect(acme, stage, '--team', 'ENG')
  const args = ['tracker', 'webhook', '--workspace', acme.slug, '--secret-stdin']
  const { json, stdout } = await heedWith('lin_wh_0123456789abcdef\n', [...args, '--json'])
  assert.equal(json.secret, null)
  assert.ok(!stdout.includes('lin_wh_'))
  await connect(acme, stage, '--team', 'ENG')
  const connection = (await getCurrentConnection({ db: testApp.database.db, workspaceId: acme.id }))!
  assert.equal(openWebhookSecret({ vault: new Vault(testSecretKey) }, connection), 'lin_wh_0123456789abcdef')
  const refused = await heedWith('', args)
  assert.deepEqual([refused.status, refused.stderr], [1, '--secret-stdin found nothing on standard input.\n'])
})

for (const command of ['connect', 'status', 'configure', 'webhook', 'disconnect']) {
  test(`rejects an unknown workspace and requires one: heed tracker ${command}`, async () => {
    const more = command === 'connect' ? ['--provider', 'linear', '--token-stdin'] : []
    const unknown = await heedWith('t', ['tracker', command, '--workspace', 'nowhere', ...more])
    assert.deepEqual([unknown.status, /^--workspace .*"nowhere"/.test(unknown.stderr)], [1, true])
    const missing = await heedWith('', ['tracker', command, ...more])
    assert.deepEqual([missing.status, /required option '--workspace <slug>'/.test(missing.stderr)], [2, true])
  })
}

describe('doctor', () => {
  const examine = async (env: Record<string, string> = {}): Promise<string[]> => {
    const { json } = await heedWith('', ['doctor', '--json'], env)
    const findings = (json.findings as Finding[]).filter(({ check }) => check === 'trackers')
    return findings.map(({ status, message }) => `${status}: ${message}`)
  }
  const https = { PUBLIC_URL: 'https://heed.test' }
  const forget = () => testApp.database.pool.query('delete from tracker_links; delete from tracker_connections')

  test('reports nothing about trackers if none is connected', async () => {
    await forget()
    assert.deepEqual(await examine(), [])
  })

  test('counts working connections and notes that webhooks need https', async () => {
    await forget()
    const stage = await startLinear()
    await connect(await testApp.workspace(), stage, '--team', 'ENG')
    assert.deepEqual(await examine(https), ['ok: 1 workspace is connected to an issue tracker.'])
    const [, note, ...more] = await examine()
    assert.match(note!, /^ok: PUBLIC_URL is http:\/\/heed\.test, and webhooks need https/)
    assert.deepEqual(more, [])
  })

  test('names revoked connections and credentials of another SECRET_KEY without creating a key', async () => {
    await forget()
    const [acme, stage] = [await testApp.workspace(), await startLinear()]
    await connect(acme, stage, '--team', 'ENG')
    stage.revoke()
    await tracker('status', acme)
    assert.deepEqual(await examine(https), [
      `warning: Workspace ${acme.slug}: the connection to Linear is revoked: Linear no longer accepts the credential.`,
    ])
    for (const SECRET_KEY of ['another key than it was, which is long enough', '']) {
      assert.deepEqual(await examine({ ...https, SECRET_KEY }), [
        `problem: Tracker credentials cannot be decrypted, because SECRET_KEY has changed: ${acme.slug}.`,
      ])
    }
    await assert.rejects(stat(join(dataDir, 'secret-key')), { code: 'ENOENT' })
  })

  test('names requests that were sent an hour ago without a response', async () => {
    await forget()
    const [acme, stage] = [await testApp.workspace(), await startLinear()]
    await connect(acme, stage, '--team', 'ENG')
    const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
    await testApp.database.pool.query(
      `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, first_attempt_at, created_at)
       select workspace_id, gen_random_uuid(), $1, id, 'creating', now(), now() - interval '61 minutes'
       from tracker_connections where workspace_id = $2`,
      [id, acme.id],
    )
    const [finding] = await examine(https)
    assert.match(
      finding!,
      new RegExp(`^warning: Workspace ${acme.slug}: it is unknown whether 1 sent request has an issue`),
    )
  })
})
