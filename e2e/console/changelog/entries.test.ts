import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { publishEntry } from '../../../server/changelog/publishing/publish.ts'
import { getEntry } from '../../../server/changelog/queries.ts'
import { createComment } from '../../../server/comments/create.ts'
import { addCustomers, waitForDeliveries } from '../../../server/test/fixtures/deliveries.ts'
import { startSmtpServer } from '../../../server/test/support/smtp-server.ts'
import { startTestWorker } from '../../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

// Nothing connects to this server: the worker below sends mail through a server of its own.
const browserApp = await createBrowserApp({ template: 'demo', smtpUrl: 'smtp://mail.example' })
const acme = await browserApp.emptyWorkspace('Acme')
const demo = await browserApp.demoWorkspace()
const member = await acme.member('member', 'Mel')

const caps = { free: 100, starter: 1_000, growth: null }
const open = async (page: Page, address: string) => {
  await page.goto(address)
  await waitForHydration(page)
}
const draft = (title: string, body = 'Every table.') => acme.write((tx) => createEntry(tx, { title, body }))
const published = async (title: string) => {
  const { id } = await draft(title)
  return acme.write(async (tx) => (await publishEntry(tx, id)).entry)
}
const stored = (id: string) => acme.write((tx) => getEntry(tx, id))
const toast = (page: Page, text: string | RegExp) => page.getByLabel('Notifications').getByText(text).waitFor()

/** Lets the email about an entry be sent now. */
async function endGracePeriod(id: string): Promise<void> {
  const { pool } = browserApp.testApp.database
  await pool.query(`update announcements set due_at = due_at - interval '2 minutes' where entry_id = $1`, [id])
  await pool.query(`update pgboss.job set start_after = now() where name = 'announce' and data->>'entryId' = $1`, [id])
}

async function startMail() {
  const smtp = await startSmtpServer({
    keep: 'ids',
    onRecipient: async (to) => (to.startsWith('c3@') ? { code: 550, text: '5.1.1 No such user here' } : null),
  })
  const worker = await startTestWorker(browserApp.testApp, undefined, smtp.url)
  after(() => worker.stop())
}

suite('publishing', () => {
  test('shows how many customers get an email, then the progress of sending', async () => {
    await addCustomers(browserApp.testApp, acme.id, 12)
    const { id } = await draft('Exports for all')
    const page = await member.page()
    await open(page, `${acme.home}/changelog/${id}/edit`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Exports for everybody')
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.locator('h1:focus').waitFor()
    await page.getByRole('heading', { name: 'Exports for everybody' }).waitFor()
    await page.getByText('12 customers will be emailed once.').waitFor()
    assert.equal(await page.getByText('No mail server is set up').count(), 0)
    assert.equal((await stored(id)).state, 'draft')
    await page.getByRole('button', { name: 'Publish and email 12 customers' }).click()
    await toast(page, 'Published. Emailing 12 customers in 2 minutes.')
    await page.getByText('Until then, you can cancel it.').waitFor()
    await endGracePeriod(id)
    await page.reload()
    await page.getByText('Building the recipient list…').waitFor()
    await startMail()
    await waitForDeliveries(browserApp.testApp, id)
    await page.getByText('1 failed').waitFor()
    await page.getByText('11 of 12').waitFor()
    await page
      .getByText(/5\.1\.1 No such user here/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'c3@example.com' }).waitFor()
    await open(page, `${acme.home}/changelog?state=published`)
    await page.getByRole('listitem').filter({ hasText: 'Exports for everybody' }).getByText('1 failed').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('offers “Keep the schedule” instead of “Keep as draft” for a scheduled entry', async () => {
    const schedule = { scheduledPublishAt: '2999-01-01T00:00:00Z', scheduledTimezone: 'UTC' }
    const { id } = await acme.write((tx) => createEntry(tx, { title: 'Scheduled', ...schedule }))
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/${id}/publish`)
    await page.getByText('Publishing it now removes the schedule.').waitFor()
    assert.equal(await page.getByText('Keep as draft').count(), 0)
    await page.getByRole('link', { name: 'Keep the schedule' }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    assert.notEqual((await stored(id)).scheduledPublishAt, null)
  })

  test('publishes only the version that was reviewed, and shows a newer one first', async () => {
    const { id } = await draft('Read before')
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/${id}/publish`)
    await browserApp.testApp.database.pool.query(
      `update changelog_entries set title = 'Updated', updated_at = updated_at + interval '1 second' where id = $1`,
      [id],
    )
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText('Someone else has changed this entry since').first().waitFor()
    await page.getByRole('heading', { name: 'Updated' }).waitFor()
    assert.equal((await stored(id)).state, 'draft')
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText(/^Published\. Emailing 1[12] customers in 2 minutes\.$/).waitFor()
    assert.equal((await stored(id)).state, 'published')
  })
})

suite('a published entry', () => {
  test('can be corrected without emailing customers again', async () => {
    const { id } = await published('Typo')
    const page = await member.page()
    await open(page, `${acme.home}/changelog/${id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('Customers won’t be emailed again', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Publish at').count(), 0)
    await page.getByRole('textbox', { name: 'Title' }).fill('No typo')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await toast(page, 'Saved. Customers won’t be emailed again.')
    await page.getByRole('heading', { name: 'No typo' }).waitFor()
  })

  test('takes comments from customers and replies from the team under the member’s name', async () => {
    const { id } = await published('Talked about')
    const input = { body: 'Does it do Excel?', submitter: { email: 'c1@example.com', name: 'Kim' } }
    await acme.write((tx) => createComment(tx, { of: 'entry_id', id }, input, caps))
    const page = await member.page()
    await open(page, `${acme.home}/changelog/${id}`)
    await page.getByText('Reply', { exact: true }).click()
    await page.getByLabel('Reply to Kim').last().fill('It does.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await toast(page, 'Comment posted.')
    const reply = page.getByRole('article').filter({ hasText: 'It does.' })
    await reply.getByText('Mel').waitFor()
    await reply.getByRole('button', { name: 'Delete comment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
    await toast(page, 'Comment deleted.')
    assert.equal((await stored(id)).comments, 1)
  })

  test('is duplicated as a draft, and deleted after confirmation, without JavaScript', async () => {
    const { id } = await published('Twice')
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Twice (copy)')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click()
    await page.getByText('“Twice (copy)” was deleted').waitFor()
    assert.equal((await stored(id)).title, 'Twice')
  })
})

suite('the entry list', () => {
  test('shows each state with its count and loads more, with and without JavaScript', async () => {
    const many = await browserApp.emptyWorkspace('Many')
    const owner = await many.member('owner')
    await many.write(async (tx) => {
      for (let n = 1; n <= 30; n += 1) {
        await createEntry(
          { ...tx, now: new Date(Date.parse(tx.now) - n * 60_000).toISOString() },
          { title: `Draft ${n}.` },
        )
      }
    })
    const page = await owner.page()
    await open(page, `${many.home}/changelog`)
    await page.getByRole('link', { name: 'Drafts 30' }).waitFor()
    await page.getByText('25 of 30').waitFor()
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByRole('link', { name: 'Draft 30.' }).waitFor()
    await page.getByRole('link', { name: 'Draft 1.', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Scheduled' }).click()
    await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor()
    const plain = await owner.page({ javaScriptEnabled: false })
    await plain.goto(`${many.home}/changelog`)
    await plain.getByRole('link', { name: 'Load more' }).click()
    await plain.getByRole('link', { name: 'Draft 30.' }).waitFor()
  })
})

suite('permissions on the changelog', () => {
  test('lets a member do everything except create tags', async () => {
    const page = await member.page()
    await open(page, `${acme.home}/changelog/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('By a member')
    assert.equal(await page.getByLabel('New tag').count(), 0)
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form#entry')!
      form.insertAdjacentHTML('beforeend', '<input type="hidden" name="newTags" value="Smuggled">')
    })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('alert').getByText('Your role in this workspace does not allow this.').waitFor()
    const { rows } = await browserApp.testApp.database.pool.query(`select 1 from tags where name = 'Smuggled'`)
    assert.equal(rows.length, 0)
  })

  test('returns 404 to non-members and for entries of another workspace', async () => {
    const { id } = await draft('Secret')
    const outsider = await (await browserApp.person()).page()
    const demoOwner = await (await demo.member('owner')).page()
    const pages = ['', '/new', `/${id}`, `/${id}/edit`, `/${id}/publish`, `/${id}/delivery`, '/find-requests']
    for (const path of pages) {
      assert.equal((await outsider.goto(`${acme.home}/changelog${path}`))?.status(), 404, path)
    }
    for (const path of [`/${id}`, `/${id}/edit`, `/${id}/publish`, `/${id}/delivery`, '/no-such-id']) {
      assert.equal((await demoOwner.goto(`${demo.home}/changelog${path}`))?.status(), 404, path)
    }
  })
})

suite('the changelog pages', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`have no accessibility violations or browser errors in the ${colorScheme} theme`, async () => {
      const page = await (await demo.member('owner')).page({ colorScheme })
      const { rows } = await browserApp.testApp.database.pool.query<{ id: string; state: string }>(
        `select id, state from changelog_entries where workspace_id = $1 order by comments desc`,
        [demo.id],
      )
      const idOf = (state: string) => rows.find((row) => row.state === state)!.id
      const paths = [
        '',
        '?state=scheduled',
        '?state=published',
        '/new',
        `/${idOf('draft')}/edit`,
        `/${idOf('draft')}/publish`,
        `/${idOf('published')}`,
        `/${idOf('published')}/edit`,
      ]
      for (const path of paths) {
        await open(page, `${demo.home}/changelog${path}`)
        assert.deepEqual(await accessibilityViolations(page), [], path)
      }
      assert.deepEqual(browserErrors(page), [])
    })
  }
})
