import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { setStage } from '../../server/feedback/lifecycle/set-stage.ts'
import { newId } from '../../server/platform/ids.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp({ template: 'demo' })
const { pool } = browserApp.testApp.database
const caps = { free: 100, starter: 1_000, growth: null }

const createRequest = (workspace: ConsoleWorkspace, title: string, email = 'ada@example.com') =>
  workspace.write((tx) => createFeedback(tx, { title, submitter: { email } }, caps))

/** Revokes the key that every workspace of the tests has, so that creating one is still to do. */
const revokeKeys = ({ id }: ConsoleWorkspace) =>
  pool.query('update api_keys set revoked_at = now() where workspace_id = $1', [id])

async function connectTracker({ id }: ConsoleWorkspace, status: 'connected' | 'revoked') {
  await pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
       status, status_reason, checked_at, connected_by_type, connected_at)
     values ($1, $2, 'linear', 'https://api.linear.app/graphql', '\\x00', 'a', 'Acme', 'https://linear.app/acme',
       $3, 'The key was deleted.', now(), 'system', now())`,
    [id, newId(), status],
  )
}

/** Publishes an entry whose only message has failed. */
async function publishWithFailure(workspace: ConsoleWorkspace): Promise<string> {
  await createRequest(workspace, 'CSV export')
  const { id: entryId } = await workspace.write((tx) => createEntry(tx, { title: 'Exports' }))
  await workspace.write((tx) => publishEntry(tx, entryId))
  await pool.query('delete from announcements where entry_id = $1', [entryId])
  await pool.query(
    'insert into announcements (workspace_id, entry_id, due_at, fanned_out_at) values ($1, $2, now(), now())',
    [workspace.id, entryId],
  )
  await pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, error, created_at, ended_at)
     select workspace_id, $2, id, 'failed', now(), '550 no such mailbox', now(), now() from customers where workspace_id = $1`,
    [workspace.id, entryId],
  )
  return entryId
}

suite('the overview', () => {
  test('shows setup steps with links in a new workspace, and marks completed ones', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    await revokeKeys(acme)
    const page = await (await acme.member('owner')).page()
    await page.goto(acme.home)
    await waitForHydration(page)
    await page.getByRole('heading', { name: 'Set up Acme', level: 1 }).waitFor()
    await page.getByText('1 of 10').waitFor()
    for (const [name, path] of [
      ['New request', 'requests/new'],
      ['Import', 'settings/import'],
      ['Create token', 'settings/tokens/new'],
      ['Set up portal', 'settings/portal'],
      ['Invite', 'settings/members?invite'],
      ['New item', 'roadmap/new'],
      ['New entry', 'changelog/new'],
      ['Connect', 'settings/tracker'],
      ['Learn how', 'settings/mail'],
    ]) {
      const link = page.getByRole('main').getByRole('link', { name: name!, exact: true })
      assert.equal(await link.getAttribute('href'), `/console/w/${acme.slug}/${path}`)
    }
    assert.equal(await page.getByRole('main').getByRole('link', { name: 'Create board' }).count(), 0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    assert.deepEqual(browserErrors(page), [])
  })

  test('keeps the setup steps at the top until each is done or skipped', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    await Promise.all([revokeKeys(acme), createRequest(acme, 'CSV export')])
    const page = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    await page.goto(acme.home)
    const readTitles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    assert.equal((await readTitles())[0], 'Setup')
    await page.getByRole('button', { name: 'Skip “Connect an issue tracker”' }).click()
    await page.getByText('Step skipped').waitFor()
    await page.getByText('2 of 9').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 of 10').waitFor()
    await page.getByRole('button', { name: 'Skip all' }).click()
    await page.getByText('8 steps skipped').waitFor()
    assert.equal((await readTitles()).includes('Setup'), false)
  })

  test('links no settings for members, and hides the checklist when only settings are left', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    await revokeKeys(acme)
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(acme.home)
    assert.equal(await page.getByText('An owner or admin can do this.').count(), 6)
    assert.equal(await page.getByRole('main').locator('a[href*="/settings"]').count(), 0)
    const demo = await browserApp.demoWorkspace()
    const other = await (await demo.member('member')).page({ javaScriptEnabled: false })
    await other.goto(demo.home)
    await other.getByRole('heading', { name: 'Most voted' }).waitFor()
    assert.equal(await other.getByRole('heading', { name: 'Setup' }).count(), 0)
    const admin = await (await demo.member('admin')).page({ javaScriptEnabled: false })
    await admin.goto(demo.home)
    await admin.getByRole('heading', { name: 'Setup' }).waitFor()
    await admin.getByText('6 of 10').waitFor()
  })

  test('shows attention tiles, twelve weeks of activity and the top requests of a nine-month-old workspace', async () => {
    const demo = await browserApp.demoWorkspace('months')
    const page = await (await demo.member('member')).page()
    await page.goto(demo.home)
    await waitForHydration(page)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    assert.equal(
      await attention.getByRole('link', { name: 'To review' }).getAttribute('href'),
      `/console/w/months/requests/review`,
    )
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from feedback where workspace_id = $1 and status = 'pending'`,
      [demo.id],
    )
    await attention.getByText(String(rows[0]!.count), { exact: true }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Most voted' }).getByRole('listitem').count(), 5)
    assert.equal(await page.getByRole('list', { name: 'Waiting for a reply' }).getByRole('listitem').count(), 5)
    await page.getByRole('region', { name: 'Scheduled entries' }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('heading', { name: 'Setup' }).count(), 0)
    const all = page.getByRole('region', { name: 'Waiting for a reply' }).getByRole('link', { name: /^View all \d+/ })
    const [text, target] = [await all.textContent(), await all.getAttribute('href')]
    assert.equal(await attention.getByRole('link', { name: 'Unanswered' }).getAttribute('href'), target)
    const count = Number(/\d+/.exec(text!)![0])
    const list = await page.context().newPage()
    await list.goto(`${browserApp.origin}${target}`)
    await list.getByText(`${Math.min(count, 25)} of ${count}`, { exact: true }).waitFor()
    const table = page.getByRole('table', { name: 'Votes per week over the last twelve weeks' })
    assert.equal(await table.getByRole('row').count(), 13)
    const lastWeek = page
      .getByRole('main')
      .getByRole('link', { name: /new requests$/ })
      .last()
    assert.match((await lastWeek.getAttribute('href'))!, /\/requests\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
    const found = /(\d+) new requests$/.exec((await lastWeek.getAttribute('aria-label'))!)![1]!
    await list.goto(`${browserApp.origin}${await lastWeek.getAttribute('href')}`)
    await list.getByRole('link', { name: `All ${found}` }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('list', { name: 'Most voted' }).getByRole('link').first().click()
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('alerts everyone to a revoked tracker connection, and links the settings for administrators', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    await createRequest(acme, 'CSV export')
    await connectTracker(acme, 'revoked')
    const owner = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    await owner.goto(acme.home)
    await owner.getByText('Linear has ended the connection').waitFor()
    await owner.getByText('The key was deleted.').waitFor()
    const settingsLink = owner.getByRole('link', { name: 'Open tracker settings' })
    assert.equal(await settingsLink.getAttribute('href'), `/console/w/${acme.slug}/settings/tracker`)
    const member = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await member.goto(acme.home)
    await member.getByText('Ask an owner or admin of the workspace to fix it.').waitFor()
    assert.equal(await member.getByRole('link', { name: 'Open tracker settings' }).count(), 0)
  })

  test('shows the mail server’s response to a failed message, without the customer’s address', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const entryId = await publishWithFailure(acme)
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(acme.home)
    await page.getByText('1 message couldn’t be delivered').waitFor()
    await page.getByText('550 no such mailbox').waitFor()
    const link = page.getByRole('link', { name: 'View delivery' })
    assert.equal(await link.getAttribute('href'), `/console/w/${acme.slug}/changelog/${entryId}`)
    assert.equal((await page.content()).includes('ada@example.com'), false)
  })

  test('moves a request from review to unanswered when its stage is set', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const { id } = await createRequest(acme, 'CSV export')
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    const waitForTile = (text: string) =>
      page.getByRole('region', { name: 'Needs attention' }).getByText(text).waitFor()
    await page.goto(acme.home)
    await waitForTile('All caught up')
    await acme.write((tx) => setStage(tx, id, 'in_review'))
    await page.goto(acme.home)
    await waitForTile('Open request without a reply')
    await waitForTile('All caught up')
  })

  test('returns 404 to non-members', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await (await browserApp.person()).page()
    assert.equal((await page.goto(acme.home))?.status(), 404)
  })
})
