import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runExport } from '../../../server/archives/exports/run.ts'
import { createFileStore } from '../../../server/files/store/store.ts'
import { createLog } from '../../../server/platform/log.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'heed-export-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const browserApp = await createBrowserApp({ dataDir })
const { database } = browserApp.testApp

/** Does the work of the waiting export, as the worker does. */
async function runWaiting(): Promise<void> {
  const { rows } = await database.pool.query(`select workspace_id, id from exports where state = 'pending'`)
  const deps = {
    database,
    store: createFileStore({ dataDir, s3Url: null }),
    log: createLog('silent'),
    clock: () => new Date().toISOString(),
    dataDir,
  }
  for (const { workspace_id: workspaceId, id: exportId } of rows)
    await runExport(deps, { workspaceId, exportId }, new AbortController().signal)
}

for (const javaScriptEnabled of [true, false]) {
  test(`exports the workspace and downloads the file, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const acme = await browserApp.emptyWorkspace('Export')
    const page = await (await acme.member('admin')).page({ javaScriptEnabled })
    await page.goto(`${acme.home}/settings/export`)
    if (javaScriptEnabled) await waitForHydration(page)
    await page.getByRole('button', { name: 'Export everything' }).click()
    await page.getByText('The export has started.').waitFor()
    await page.getByText('Waiting').waitFor()
    await runWaiting()
    if (!javaScriptEnabled) await page.reload()
    await page.getByText('Ready').waitFor()
    if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ])
    assert.match(download.suggestedFilename(), new RegExp(`^${acme.slug}-\\d{4}-\\d\\d-\\d\\d\\.heed\\.zip$`))
    assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
    assert.deepEqual(browserErrors(page), [])
  })
}

test('a member without administrator rights sees no exports and downloads none', async () => {
  const acme = await browserApp.emptyWorkspace('Members')
  const page = await (await acme.member('member')).page()
  const response = await page.goto(`${acme.home}/settings/export`)
  assert.equal(response?.status(), 403)
})

test('rejects downloads for other workspaces, without the role, or after the archive has expired', async () => {
  const acme = await browserApp.emptyWorkspace('Owner')
  const other = await browserApp.emptyWorkspace('Other')
  const admin = await (await acme.member('admin')).page()
  await admin.goto(`${acme.home}/settings/export`)
  await waitForHydration(admin)
  await admin.getByRole('button', { name: 'Export everything' }).click()
  await admin.getByText('The export has started.').waitFor()
  await runWaiting()
  const { rows } = await database.pool.query('select id from exports where workspace_id = $1', [acme.id])
  const download = async (page: typeof admin, home: string) => {
    const response = await page.request.post(`${home}/settings/export/download`, {
      form: { intent: 'download', id: rows[0].id },
      headers: { origin: browserApp.origin, 'sec-fetch-site': 'same-origin' },
    })
    return [response.status(), response.headers()['content-type']]
  }
  assert.deepEqual(await download(admin, acme.home), [200, 'application/zip'])
  const stranger = await (await other.member('owner')).page()
  const denied = [
    await download(stranger, other.home),
    await download(stranger, acme.home),
    await download(await (await acme.member('member')).page(), acme.home),
  ]
  for (const [status, type] of denied) {
    assert.ok(status === 403 || status === 404, String(status))
    assert.notEqual(type, 'application/zip')
  }
  await database.pool.query(`update exports set expires_at = now() - interval '1 second' where workspace_id = $1`, [
    acme.id,
  ])
  assert.equal((await download(admin, acme.home))[0], 404)
})
