import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startGitHub } from '../../../server/test/support/github-server.ts'
import { startTestWorker } from '../../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'heed-import-e2e-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const browserApp = await createBrowserApp({ dataDir })
const gitHub = await startGitHub()
const worker = await startTestWorker(browserApp.testApp, undefined, undefined, dataDir, gitHub.apiUrl)
after(() => worker.stop())

const requestsOf = async (workspaceId: string) => {
  const { rows } = await browserApp.testApp.database.pool.query(
    'select title, stage from feedback where workspace_id = $1 order by title',
    [workspaceId],
  )
  return rows.map(({ title, stage }) => [title, stage])
}

const file = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test('imports a file: upload, columns and statuses, check, import, problems and undo, also on a phone', async () => {
  const acme = await browserApp.emptyWorkspace('Import')
  const page = await (await acme.member('admin')).page({ viewport: { width: 390, height: 844 } })
  await page.goto(`${acme.home}/settings/import`)
  await waitForHydration(page)
  await page.getByText('Nothing has been imported yet').waitFor()
  await page
    .getByLabel('Choose a file')
    .setInputFiles(
      file('ideas.csv', [
        'Subject,Phase,Email',
        'Dark mode,Someday,ada@example.com',
        'Export,Shipped,',
        'Broken,Odd,nobody',
      ]),
    )
  await page.getByRole('heading', { level: 1, name: 'ideas.csv' }).waitFor()
  assert.equal(await page.getByLabel('Title').inputValue(), 'Subject')
  await page.getByText('For example: “Dark mode”, “Export”, “Broken”').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Phase')
  await page.getByRole('button', { name: 'Save choices' }).click()
  await page.getByLabel('Someday (1 request)').selectOption('planned')
  assert.equal(await page.getByLabel('Shipped (1 request)').inputValue(), 'completed')
  assert.deepEqual(await accessibilityViolations(page), [])

  await page.getByRole('button', { name: 'Check without importing' }).click()
  await page.getByRole('heading', { name: 'What the import would do' }).waitFor()
  await page.getByText('2 problems in the file').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  assert.match(
    await readFile(await (await download).path(), 'utf8'),
    /^\ufefffile,line,column,reason,row\r\nideas\.csv,4,Email,/,
  )
  assert.deepEqual(await requestsOf(acme.id), [])

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  await page.getByRole('link', { name: 'View requests' }).waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.deepEqual(await requestsOf(acme.id), [
    ['Dark mode', 'planned'],
    ['Export', 'completed'],
  ])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `the page is ${width} px wide`)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import has been undone').waitFor()
  assert.deepEqual(await requestsOf(acme.id), [])
  assert.deepEqual(browserErrors(page), [])
})

test('imports from GitHub on a phone: connect, check, import and undo; the token is encrypted and then deleted', async () => {
  const acme = await browserApp.emptyWorkspace('GitHub')
  const page = await (await acme.member('admin')).page({ viewport: { width: 390, height: 844 } })
  const credentials = async () => {
    const { rows } = await browserApp.testApp.database.pool.query<{ credential: Buffer | null }>(
      'select credential from imports where workspace_id = $1',
      [acme.id],
    )
    return rows.map(({ credential }) => credential)
  }
  const connect = async (repository: string, token: string) => {
    await page.goto(`${acme.home}/settings/import`)
    await waitForHydration(page)
    await page.getByLabel('Repository').fill(repository)
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Connect and check' }).click()
  }
  await connect('acme', 'token')
  await page.getByText('Enter an owner and a repository, such as acme/app.').first().waitFor()
  await page.getByLabel('Discussions').uncheck()
  await page.getByLabel('Issues').uncheck()
  await page.getByLabel('Token').fill('token')
  await page.getByRole('button', { name: 'Connect and check' }).click()
  await page.getByText('Choose discussions, issues, or both.').first().waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.deepEqual(await credentials(), [])

  await connect('acme/app', 'wrong')
  await page.getByText('GitHub does not accept this token.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Nothing has been imported yet').waitFor()
  assert.deepEqual(await credentials(), [])

  await connect('acme/app', 'token')
  await page.getByRole('heading', { name: 'What the import would do' }).waitFor()
  assert.deepEqual(await requestsOf(acme.id), [])
  const [sealed] = await credentials()
  assert.ok(sealed && !sealed.includes('token'), 'the token is not stored as it is')
  await page.getByLabel('open (2 requests)').selectOption('planned')
  assert.deepEqual(await accessibilityViolations(page), [])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  assert.deepEqual(await requestsOf(acme.id), [
    ['Bug 2', 'completed'],
    ['Bug 3', 'planned'],
    ['Ideas for search', 'planned'],
  ])
  assert.deepEqual(await credentials(), [null])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `the page is ${width} px wide`)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import has been undone').waitFor()
  assert.deepEqual(await requestsOf(acme.id), [])

  await connect('acme/app', 'token')
  await page.getByRole('heading', { name: 'What the import would do' }).waitFor()
  // The browser reports the two rejected forms.
  assert.deepEqual(
    browserErrors(page).filter((error) => !error.includes('400')),
    [],
  )
})

test('offers to undo an import whose process has stopped, as well as to resume it', async () => {
  const acme = await browserApp.emptyWorkspace('Stalled')
  const page = await (await acme.member('admin')).page()
  await page.goto(`${acme.home}/settings/import`)
  await waitForHydration(page)
  await page.getByLabel('Choose a file').setInputFiles(file('ideas.csv', ['title', 'Dark mode']))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'View requests' }).waitFor()
  // The state that a killed process leaves, once it has been inactive for long enough.
  await browserApp.testApp.database.pool.query(
    `update imports set state = 'running', finished_at = null, active_at = active_at - interval '3 minutes'
     where workspace_id = $1`,
    [acme.id],
  )
  await page.reload()
  await waitForHydration(page)
  await page.getByText('Nothing has happened for a while').waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import has been undone').waitFor()
  assert.deepEqual(await requestsOf(acme.id), [])
})

test('refuses a file whose contents do not match its name, and stores nothing', async () => {
  const acme = await browserApp.emptyWorkspace('Refuse')
  const page = await (await acme.member('admin')).page()
  await page.goto(`${acme.home}/settings/import`)
  await waitForHydration(page)
  await page.getByLabel('Choose a file').setInputFiles(file('ideas.csv', ['%PDF-1.7']))
  await page.getByText('This is a PDF').waitFor()
  await page.getByText('Nothing has been imported yet').waitFor()
})

test('shows imports to owners and admins only', async () => {
  const acme = await browserApp.emptyWorkspace('Members')
  const page = await (await acme.member('member')).page()
  const response = await page.goto(`${acme.home}/settings/import`)
  assert.equal(response!.status(), 403)
})
