import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFileStore } from '../../files/store/store.ts'
import { connectGitHub, forgetUnusedTokens } from '../../imports/console/connect.ts'
import { deleteDraft } from '../../imports/console/draft.ts'
import { workOnImport } from '../../imports/console/work.ts'
import { getImportRow } from '../../imports/queries.ts'
import { systemClock } from '../../platform/clock.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createDataDir } from '../fixtures/files.ts'
import { startGitHub } from '../support/github-server.ts'
import { asRole } from '../support/roles.ts'
import { createTestApp, testSecretKey } from '../test-app.ts'

const app = await createTestApp()
const dataDir = await createDataDir()
const outbound = createOutbound(['127.0.0.0/8'])
after(() => outbound.close())
const vault = new Vault(testSecretKey)

async function connect() {
  const gitHub = await startGitHub()
  const acme = await app.workspace()
  const id = await acme.write((tx) =>
    connectGitHub(asRole(tx, 'owner'), vault, { repository: 'acme/app', token: 'token', kinds: ['issues'] }),
  )
  const deps = {
    ...{ database: app.database, store: createFileStore({ dataDir, s3Url: null }), dataDir, clock: systemClock, vault },
    ...{ fetch: outbound.fetch, githubApiUrl: gitHub.apiUrl },
    write: <T>(_workspaceId: string, work: Parameters<typeof acme.write<T>>[0]) => acme.write(work),
  }
  const check = () =>
    workOnImport(deps, { workspaceId: acme.id, importId: id, task: 'check' }, new AbortController().signal)
  return { gitHub, acme, id, check }
}

test('discarding a connection while it is downloaded ends the download', async () => {
  const { gitHub, acme, id, check } = await connect()
  gitHub.state.beforeAnswer = async (request) => {
    if (request === 1) await acme.write((tx) => deleteDraft(tx, id))
  }
  await check()
  await assert.rejects(
    acme.write((tx) => getImportRow(tx, id)),
    { code: 'not_found' },
  )
})

test('counts downloaded items, and deletes the token of an unused connection after a day', async () => {
  const { acme, id, check } = await connect()
  await check()
  const row = await acme.write((tx) => getImportRow(tx, id))
  assert.deepEqual([row.state, row.downloaded], ['checked', 2])
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await forgetUnusedTokens(app.database, later(23))
  assert.notEqual((await acme.write((tx) => getImportRow(tx, id))).credential, null)
  await forgetUnusedTokens(app.database, later(25))
  assert.equal((await acme.write((tx) => getImportRow(tx, id))).credential, null)
})
