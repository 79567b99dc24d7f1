import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { createComment } from '../../server/comments/create.ts'
import { identifyCustomer } from '../../server/customers/identity/identify.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../support/browser-app.ts'
import { waitForValue } from '../support/polling.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp({ template: 'demo' })
const demo = await browserApp.demoWorkspace()
const acme = await browserApp.emptyWorkspace('Acme')
const owner = await demo.member('owner')
const member = await demo.member('member')

let createdCount = 0

/** Creates a customer by submitting a request for them. */
async function createCustomerWithRequest(workspace: ConsoleWorkspace, name: string): Promise<string> {
  createdCount += 1
  const email = `customer${createdCount}@example.com`
  await workspace.write((tx) => createFeedback(tx, { title: `Request of ${name}`, submitter: { email, name } }, caps))
  return workspace.write(async (tx) => {
    const { id } = await tx.db
      .selectFrom('customers')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return id
  })
}

suite('customer list', () => {
  test('loads more rows in place and shows the total', async () => {
    const page = await owner.page()
    await page.goto(`${demo.home}/customers`)
    await waitForHydration(page)
    const rows = page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')
    const first = await rows.first().textContent()
    assert.equal(await rows.count(), 25)
    await page.getByText('25 of 120').waitFor()
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByText('50 of 120').waitFor()
    assert.equal(await rows.count(), 50)
    assert.equal(await rows.first().textContent(), first)
    assert.deepEqual(browserErrors(page), [])
  })

  test('pages through all customers once and searches without JavaScript', async () => {
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(`${demo.home}/customers`)
    const seen: string[] = []
    for (;;) {
      seen.push(...(await page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents()))
      const more = page.getByRole('link', { name: 'Load more' })
      if ((await more.count()) === 0) break
      await more.click()
      await page.waitForLoadState()
    }
    assert.equal(seen.length, 120)
    assert.equal(new Set(seen).size, 120)
    await page.getByRole('searchbox').fill('shauna.kelly@')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await waitForValue(() => page.getByRole('table').getByRole('rowheader').count(), 1)
  })

  test('keeps the search and filter in the URL, and goes back', async () => {
    const page = await owner.page()
    await page.goto(`${demo.home}/customers`)
    await waitForHydration(page)
    await page.getByRole('navigation', { name: 'Filter customers' }).getByRole('link', { name: 'Opted out' }).click()
    await page.waitForURL(/filter=opted_out/)
    await page.getByRole('heading', { name: 'No customers found' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('kelly')
    await page.waitForURL(/filter=opted_out&search=kelly|search=kelly&filter=opted_out/)
    await page.goBack()
    await page.getByText('25 of 120').waitFor()
  })

  test('finds a misspelled name while typing, and says how many customers match', async () => {
    const page = await owner.page()
    await page.goto(`${demo.home}/customers`)
    await waitForHydration(page)
    await page.getByRole('searchbox').fill('shuana keley')
    await page.getByRole('status').getByText('1 customer found').waitFor()
    await page.getByRole('table', { name: 'Customers' }).getByText('Shauna Kelly').first().waitFor()
  })

  test('searches while typing, and clears the search', async () => {
    const page = await owner.page()
    await page.goto(`${demo.home}/customers`)
    await waitForHydration(page)
    const rows = page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')
    await page.getByRole('searchbox').fill('shauna kel')
    await page.waitForURL(/search=shauna\+kel$/)
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await rows.getByText('Shauna Kelly').waitFor()
    assert.equal(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement), true)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('25 of 120').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('links from a customer to all of their votes', async () => {
    const workspace = await browserApp.emptyWorkspace('Votes')
    const voter = { email: 'ada@example.com', name: 'Ada Voter' }
    for (let number = 1; number <= 27; number += 1) {
      await workspace.write((tx) => createFeedback(tx, { title: `Wish ${number}`, submitter: voter }, caps))
    }
    for (const javaScriptEnabled of [true, false]) {
      const page = await (await workspace.member('member')).page({ javaScriptEnabled })
      await page.goto(`${workspace.home}/customers?search=ada`)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('link', { name: 'Ada Voter' }).first().click()
      await page.getByRole('region', { name: 'Votes' }).getByRole('link', { name: 'View all 27' }).click()
      await page.getByRole('heading', { name: 'Votes by Ada Voter' }).waitFor()
      const rows = page.getByRole('list', { name: 'Votes' }).getByRole('listitem')
      await waitForValue(() => rows.count(), 25)
      await page.getByRole('article').getByRole('link', { name: 'Load more' }).click()
      await rows.getByRole('link', { name: 'Wish 1', exact: true }).waitFor()
      await waitForValue(() => rows.count(), javaScriptEnabled ? 27 : 2)
      if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
      await page.getByRole('link', { name: 'Ada Voter', exact: true }).last().click()
      await page.waitForURL(/\/customers\/[0-9a-f-]{36}\?search=ada$/)
      // An invalid cursor shows the first page.
      await page.goto(page.url().replace('?', '/activity/votes?after=old&'))
      await page.getByText('25 of 27').waitFor()
    }
  })

  test('returns 404 for an unknown kind of activity and for a customer of another workspace', async () => {
    const workspace = await browserApp.emptyWorkspace('Listed')
    const id = await createCustomerWithRequest(workspace, 'Ida Listed')
    const page = await member.page()
    assert.equal((await page.goto(`${demo.home}/customers/${id}/activity/votes`))?.status(), 404)
    const own = await (await workspace.member('member')).page()
    assert.equal((await own.goto(`${workspace.home}/customers/${id}/activity/votes`))?.status(), 200)
    assert.equal((await own.goto(`${workspace.home}/customers/${id}/activity/mail`))?.status(), 404)
  })

  test('shows the plan usage, and does not let a member export or delete', async () => {
    await createCustomerWithRequest(acme, 'Ida Counted')
    await acme.write((tx) =>
      tx.db.updateTable('workspaces').set({ plan: 'free' }).where('workspace_id', '=', acme.id).execute(),
    )
    const page = await (await acme.member('member')).page()
    await page.goto(`${acme.home}/customers`)
    const usage = page.getByRole('progressbar', { name: 'Free plan' })
    assert.equal(await usage.getAttribute('max'), '100')
    assert.equal(await usage.getAttribute('value'), '1')
    assert.equal(await page.getByRole('button', { name: 'Export CSV' }).count(), 0)
    await page.getByRole('link', { name: 'Ida Counted' }).first().click()
    await page.getByRole('heading', { name: 'Ida Counted' }).waitFor()
    assert.equal(await page.getByText('Delete customer…').count(), 0)
    for (const [path, intent] of [
      ['/customers/export', 'export'],
      ['/customers/bulk-removal', 'remove'],
      [new URL(page.url()).pathname.split(acme.slug)[1]!, 'delete'],
    ] as const) {
      const response = await page.request.post(`${acme.home}${path}`, {
        form: { intent, id: crypto.randomUUID() },
        headers: { origin: browserApp.origin },
      })
      assert.equal(response.status(), 403)
    }
    await page.reload()
    await page.getByRole('heading', { name: 'Ida Counted' }).waitFor()
  })

  test('lets a member block and unblock a customer, but not remove what they wrote', async () => {
    await createCustomerWithRequest(acme, 'Eve Blocked')
    const page = await (await acme.member('member')).page()
    await page.goto(`${acme.home}/customers`)
    await page.getByRole('link', { name: 'Eve Blocked' }).first().click()
    await page.getByRole('heading', { name: 'Eve Blocked' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByText('Block customer…').click()
    const dialog = page.getByRole('dialog', { name: 'Block Eve Blocked?' })
    assert.equal(await dialog.getByLabel('Also remove what they wrote').count(), 0)
    await dialog.getByRole('button', { name: 'Block customer' }).click()
    await page.getByText('This customer is blocked.').waitFor()
    const form = { intent: 'block', withContent: 'on' }
    const refused = await page.request.post(page.url(), { form, headers: { origin: browserApp.origin } })
    assert.equal(refused.status(), 403)
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByText('This customer can take part again.').waitFor()
  })

  test('exports a CSV file without formulas, and records the export', async () => {
    await acme.write((tx) => identifyCustomer(tx, { email: 'evil@example.com', name: '=HYPERLINK("x")' }, caps))
    const page = await (await acme.member('admin')).page()
    await page.goto(`${acme.home}/customers`)
    await page.getByRole('button', { name: 'More actions' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    assert.match(download.suggestedFilename(), new RegExp(`^customers-${acme.slug}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const text = await readFile(await download.path(), 'utf8')
    assert.match(text, /^\ufeffid,email,name,/)
    assert.match(text, /"'=HYPERLINK/)
    const events = await acme.write((tx) =>
      tx.db.selectFrom('audit_events').select('type').where('workspace_id', '=', acme.id).execute(),
    )
    assert.equal(events.filter(({ type }) => type === 'customer.list_exported').length, 1)
  })
})

suite('customer page', () => {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'

    test(`adds, edits, opts out, resumes and deletes a customer ${how}`, async () => {
      const page = await owner.page({ javaScriptEnabled })
      const name = javaScriptEnabled ? 'Ada Scripted' : 'Ada Plain'
      const ready = async () => javaScriptEnabled && (await waitForHydration(page))
      await page.goto(`${demo.home}/customers/new`)
      await ready()
      await page.getByRole('button', { name: 'Add customer' }).click()
      await page.getByRole('alert').getByText('Enter an email or an external ID.').waitFor()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Email').fill('shauna.kelly@example.org')
      await page.getByRole('button', { name: 'Add customer' }).click()
      await page.getByRole('alert').getByText('belongs to another customer.').waitFor()
      assert.equal(await page.getByLabel('Name').inputValue(), name)
      await page.getByLabel('Email').fill(`${javaScriptEnabled}@example.com`)
      await page.getByRole('button', { name: 'Add customer' }).click()
      await page.getByText('Customer added.').waitFor()
      await page.getByRole('heading', { level: 1, name }).waitFor()

      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').getByLabel('External ID').fill(`id-${javaScriptEnabled}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Customer saved.').waitFor()
      await page.getByText(`id-${javaScriptEnabled}`, { exact: true }).first().waitFor()

      await page.getByRole('button', { name: 'Turn off email' }).click()
      await page.getByText('Opted out of email.').waitFor()
      await page.getByRole('button', { name: 'Resume email' }).click()
      await page.getByText('Gets email about changelog updates, replies, and stage changes.').waitFor()

      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Delete customer…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click()
      await page.getByText(`${name} was deleted.`).waitFor()
      assert.match(page.url(), /\/customers$/)
      assert.deepEqual(
        browserErrors(page).filter((text) => !text.includes('400')),
        [],
      )
    })
  }

  test('deletes a customer with or without what they wrote, as the dialog says', async () => {
    const page = await owner.page()
    for (const withRequests of [false, true]) {
      const name = withRequests ? 'Wanda Whole' : 'Nora Nameless'
      const id = await createCustomerWithRequest(demo, name)
      await page.goto(`${demo.home}/customers/${id}`)
      await waitForHydration(page)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Delete customer…' }).click()
      const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
      await dialog.getByText('1 vote, and their reactions').waitFor()
      await dialog.getByText('1 request', { exact: true }).waitFor()
      if (withRequests) await dialog.getByLabel('Also delete their requests and comments').check()
      await dialog.getByRole('button', { name: 'Delete customer' }).click()
      await page.getByText(`${name} was deleted.`).waitFor()
      const requests = await demo.write((tx) =>
        tx.db
          .selectFrom('feedback')
          .select('votes')
          .where('workspace_id', '=', demo.id)
          .where('title', '=', `Request of ${name}`)
          .execute(),
      )
      assert.deepEqual(requests, withRequests ? [] : [{ votes: 0 }])
    }
  })

  test('shows that email bounced, and resumes it', async () => {
    const id = await createCustomerWithRequest(demo, 'Silvia Silent')
    await demo.write((tx) =>
      tx.db
        .updateTable('customers')
        .set({ mail_bounced_at: tx.now, mail_bounces: 3 })
        .where('workspace_id', '=', demo.id)
        .where('id', '=', id)
        .execute(),
    )
    const page = await member.page()
    await page.goto(`${demo.home}/customers/${id}?filter=bounced`)
    await waitForHydration(page)
    await page.getByText('their mail server rejected three messages in a row').waitFor()
    await page.getByRole('button', { name: 'Resume email' }).click()
    await page.getByText('Email to this customer is on again.').waitFor()
    assert.equal(new URL(page.url()).search, '?filter=bounced')
  })

  test('lists comments with their request or entry, and has no accessibility violations', async () => {
    const id = await createCustomerWithRequest(demo, 'Clara Commenting')
    const { id: feedbackId } = await demo.write((tx) => createFeedback(tx, { title: 'Something else' }, caps))
    await demo.write((tx) =>
      createComment(
        tx,
        { of: 'feedback_id', id: feedbackId },
        { body: 'Me too, please', submitter: { email: `customer${createdCount}@example.com` } },
        caps,
      ),
    )
    const page = await owner.page()
    await page.goto(`${demo.home}/customers/${id}`)
    await waitForHydration(page)
    await page.getByRole('list', { name: 'Comments' }).getByRole('link', { name: 'Me too, please' }).waitFor()
    await page.getByText('on request Something else').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.getByRole('button', { name: 'Edit' }).click()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(browserErrors(page), [])
  })

  test('returns 404 for a customer of another workspace and for a malformed id', async () => {
    const id = await createCustomerWithRequest(demo, 'Only Here')
    const page = await (await acme.member('owner')).page()
    for (const address of [
      `${acme.home}/customers/${id}`,
      `${acme.home}/customers/malformed`,
      `${demo.home}/customers`,
    ]) {
      assert.equal((await page.goto(address))?.status(), 404)
    }
  })
})
