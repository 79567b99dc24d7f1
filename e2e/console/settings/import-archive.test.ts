import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFullWorkspace } from '../../../server/test/fixtures/full-workspace.ts'
import { exportToFile } from '../../../server/test/support/archives.ts'
import { packFiles } from '../../../server/test/support/imports.ts'
import { createTestApp } from '../../../server/test/test-app.ts'
import { startTestWorker } from '../../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'heed-import-archive-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const browserApp = await createBrowserApp({ dataDir, checksEvents: false })
const { testApp } = browserApp
const worker = await startTestWorker(testApp, undefined, undefined, dataDir)
after(() => worker.stop())

const requestsOf = async (workspaceId: string, { database } = testApp): Promise<string[]> => {
  const { rows } = await database.pool.query<{ title: string }>(
    'select title from feedback where workspace_id = $1 order by title',
    [workspaceId],
  )
  return rows.map(({ title }) => title)
}

test('imports an archive of Heed on a phone: upload, check, import, result and undo', async () => {
  // Another instance.
  const home = await createTestApp({ checksEvents: false })
  const { workspace: source } = await createFullWorkspace(home, dataDir)
  const { path, counts } = await exportToFile({ app: home, dataDir }, source)
  const acme = await browserApp.emptyWorkspace('Archive')
  const page = await (await acme.member('admin')).page({ viewport: { width: 390, height: 844 } })
  await page.goto(`${acme.home}/settings/import`)
  await waitForHydration(page)
  await page.getByLabel('Choose a file').setInputFiles(path)
  await page.getByRole('heading', { name: 'Archive of a workspace' }).waitFor()
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  await page.getByText(`: ${records} records.`).waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])

  await page.getByRole('button', { name: 'Check without importing' }).click()
  await page.getByRole('heading', { name: 'What the import would do' }).waitFor()
  const created = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
      .first()
  assert.equal(await created('Requests').textContent(), String(counts.feedback))
  assert.deepEqual(await requestsOf(acme.id), [])

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  assert.equal(await created('Votes').textContent(), String(counts.votes))
  assert.deepEqual(await requestsOf(acme.id), await requestsOf(source.id, home))
  assert.deepEqual(await accessibilityViolations(page), [])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `the page is ${width} px wide`)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import has been undone').waitFor()
  assert.deepEqual(await requestsOf(acme.id), [])
  assert.deepEqual(browserErrors(page), [])
})

test('refuses a damaged archive when it is uploaded, and unpacks a zip file of another product', async () => {
  const { path } = await exportToFile({ app: testApp, dataDir }, await testApp.workspace())
  const bytes = await readFile(path)
  const acme = await browserApp.emptyWorkspace('Zip')
  const page = await (await acme.member('admin')).page()
  await page.goto(`${acme.home}/settings/import`)
  await waitForHydration(page)
  const upload = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await upload('acme.heed.zip', bytes.subarray(0, bytes.length >> 1))
  await page.getByText('it is not a complete zip file').waitFor()
  await page.getByText('Nothing has been imported yet').waitFor()

  await upload(
    'Export.zip',
    await packFiles({
      'backup/posts.csv': 'id,title,status\n1,Dark mode,planned\n',
      'backup/votes.csv': 'post_id,email\n1,ada@example.com\n',
      'backup/logo.png': 'x',
    }),
  )
  await page.getByRole('heading', { level: 1, name: 'Export.zip' }).waitFor()
  await page.getByText('posts (Requests), votes (Votes)').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  assert.deepEqual(await requestsOf(acme.id), ['Dark mode'])
})
