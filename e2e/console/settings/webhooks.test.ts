import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { createFeedback } from '../../../server/feedback/create.ts'
import { startTestWorker } from '../../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'
import { addWebhook, type Receiver, startReceiver } from '../../support/webhooks.ts'

const browserApp = await createBrowserApp()
const worker = await startTestWorker(browserApp.testApp)
after(() => worker.stop())

async function until<T>(read: () => T | undefined | false, what: string): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const value = read()
    if (value) return value
  }
  return assert.fail(`Timed out: ${what}`)
}

const received = (receiver: Receiver, count: number) =>
  until(() => receiver.received.length >= count && receiver.received[count - 1], `request ${count}`)

/** Fills in the form and returns the secret that the page then shows. */
async function createWebhook(page: Page, home: string, url: string): Promise<string> {
  await page.goto(`${home}/settings/webhooks`)
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('URL').fill(url)
  await page.getByLabel('Created feedback.created').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('The webhook has been created').waitFor()
  const secret = (await page.locator('.secret code').first().textContent()) ?? ''
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  return secret
}

const chooseAction = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name }).click()
}

const caps = { free: 100, starter: 1_000, growth: null }

/** Creates a request and returns its id. */
const createRequest = async ({ write }: ConsoleWorkspace, title: string): Promise<string> =>
  (await write((tx) => createFeedback(tx, { title }, caps))).id

const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries, newest first' }).getByRole('listitem')

suite('webhooks', () => {
  test('creates a webhook, shows its secret once, sends a test event, resends it, disables and deletes', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const admin = await acme.member('admin')
    const page = await admin.page()
    const receiver = await startReceiver()

    await page.goto(`${acme.home}/settings/webhooks`)
    await page.getByText('No webhooks yet').waitFor()
    await waitForHydration(page)
    const secret = await createWebhook(page, acme.home, receiver.url)
    await page.getByText("import { Webhook } from 'standardwebhooks'").waitFor()
    await page.getByText('Python', { exact: true }).click()
    await page.getByText('from standardwebhooks import Webhook').waitFor()
    assert.ok((await page.content()).includes(secret))
    assert.deepEqual(await accessibilityViolations(page), [])
    const cookies = JSON.stringify(await page.context().cookies())
    assert.ok(!cookies.includes(secret) && !page.url().includes(secret))
    await page.getByRole('link', { name: 'I’ve copied it' }).click()
    await page.getByText('No deliveries yet').waitFor()
    assert.ok(!(await page.content()).includes(secret))
    assert.deepEqual(await accessibilityViolations(page), [])

    // Slower than one reload of the page.
    receiver.delay = 4_000
    await page.getByRole('button', { name: 'Send test event' }).click()
    const { headers, body } = await received(receiver, 1)
    receiver.delay = 0
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string }
    assert.equal(payload.type, 'webhook.test')
    // Without a reload by the reader.
    await deliveries(page).getByText('Delivered').waitFor()
    await page.getByText('just now').first().waitFor()

    await deliveries(page).getByRole('link', { name: 'webhook.test' }).click()
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor()
    await page.getByText('Got it').waitFor()
    await page.getByText('Status 200').waitFor()
    await page.getByText(String(headers['webhook-id'])).first().waitFor()
    assert.deepEqual(JSON.parse((await page.locator('pre[data-copied]').textContent()) ?? ''), payload)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sending the event again').waitFor()
    const repeated = await received(receiver, 2)
    assert.deepEqual([repeated.headers['webhook-id'], repeated.body], [headers['webhook-id'], body])
    await deliveries(page).nth(1).waitFor()

    await chooseAction(page, 'Disable…')
    await page.getByRole('button', { name: 'Disable webhook' }).click()
    await page.getByText('This webhook is disabled').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send test event' }).getAttribute('aria-disabled'), 'true')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('Webhook enabled.').waitFor()

    // Disabled elsewhere: the page says so and shows the new state.
    await browserApp.testApp.database.pool.query(
      `update webhooks set disabled_reason = 'failing', next_attempt_at = null where workspace_id = $1`,
      [acme.id],
    )
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('This webhook is disabled. Enable it first.').waitFor()
    await page.getByText('Disabled: kept failing').waitFor()

    await chooseAction(page, 'Delete…')
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('Webhook deleted.').waitFor()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('logs failed deliveries, filters them, and replays the events since a time', async () => {
    const acme = await browserApp.emptyWorkspace('Replay')
    const page = await (await acme.member('owner')).page()
    const receiver = await startReceiver()
    const secret = await createWebhook(page, acme.home, receiver.url)
    await page.getByRole('link', { name: 'I’ve copied it' }).click()
    await page.getByText('No deliveries yet').waitFor()
    receiver.status = 410
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('This webhook is disabled').waitFor()
    await page.getByText('Disabled: endpoint is gone').waitFor()
    await deliveries(page).getByText('Failed').waitFor()
    await page.goto(`${acme.home}/settings/webhooks`)
    const row = page.getByRole('row', { name: receiver.url })
    await row.getByText('Disabled: endpoint is gone').waitFor()
    await row.getByText('feedback.created').waitFor()
    await row.getByText('Never').waitFor()
    await row.getByRole('link').click()
    await deliveries(page).getByRole('link').click()
    // The response is text, whatever it contains.
    await page.getByText('<b>Out of order</b>').waitFor()
    await page.getByText('The receiver is gone for good (status 410).').waitFor()
    await page.getByRole('link', { name: 'Webhook', exact: true }).click()

    const feedback = await createRequest(acme, 'Export as CSV')
    receiver.status = 200
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('Webhook enabled.').waitFor()
    await page.getByRole('button', { name: 'Replay events…' }).click()
    await page.getByLabel('Since').fill('2999-01-01T00:00')
    await page.getByRole('button', { name: 'Replay events', exact: true }).click()
    await page.getByText('Enter a date and time in the past.').first().waitFor()
    await page.getByLabel('Since').fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Replay events', exact: true }).click()
    await page.getByText('Sending 1 event again.').waitFor()
    const { headers, body } = await received(receiver, 2)
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as { data: { id: string } }
    assert.equal(payload.data.id, feedback)
    await deliveries(page).getByText('Delivered').waitFor()

    await page.getByLabel('Status').selectOption('failed')
    await deliveries(page).getByText('Delivered').waitFor({ state: 'detached' })
    assert.equal(await deliveries(page).count(), 1)
    await page.getByLabel('Type of event').selectOption('feedback.created')
    await page.getByText('No deliveries match').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await deliveries(page).nth(1).waitFor()
  })

  test('rotates the secret: shows the new one once, and says until when the old one signs', async () => {
    const acme = await browserApp.emptyWorkspace('Rotation')
    const page = await (await acme.member('admin')).page()
    await page.clock.install()
    const receiver = await startReceiver()
    const old = await createWebhook(page, acme.home, receiver.url)
    await page.getByRole('link', { name: 'I’ve copied it' }).click()
    await page.getByText('No deliveries yet').waitFor()
    // The page follows the deliveries of the next seconds, which must not remove the secret.
    await browserApp.testApp.database.pool.query(
      `update webhooks set next_attempt_at = now() + interval '9 seconds' where workspace_id = $1`,
      [acme.id],
    )
    await chooseAction(page, 'Rotate secret…')
    await page.getByText('One hour').click()
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await page.getByText('The secret has been rotated').waitFor()
    const secret = (await page.locator('.secret code').first().textContent()) ?? ''
    assert.notEqual(secret, old)
    const reloads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('.data')) reloads.push(request.url())
    })
    await page.clock.runFor(6_000)
    assert.deepEqual(reloads, [])
    assert.equal(await page.locator('.secret code').first().textContent(), secret)
    await page.getByText('Deliveries are also signed with the old secret until').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.reload()
    assert.ok(!(await page.content()).includes(secret))
    await page.getByText('The old secret also signs until').waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    const { headers, body } = await received(receiver, 1)
    for (const each of [old, secret]) new Webhook(each).verify(body, headers as Record<string, string>)
  })

  test('says what is wrong with the form, and edits a webhook without losing what the picker does not list', async () => {
    const acme = await browserApp.emptyWorkspace('Editing')
    const page = await (await acme.member('admin')).page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings/webhooks/new`)
    await page.getByLabel('URL').fill('http://example.com/hook')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Choose at least one type of event.').first().waitFor()
    await page.getByText('All events', { exact: true }).click()
    assert.equal(await page.getByLabel('Created feedback.created').isVisible(), false)
    await page.getByText('which contain email addresses').waitFor()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page
      .getByText(/Heed can’t send to this URL/)
      .first()
      .waitFor()
    assert.equal(await page.getByLabel('URL').getAttribute('aria-invalid'), 'true')

    const url = 'https://192.0.2.1/hook'
    const id = await addWebhook(acme, { url: 'https://8.8.8.8/hook', events: ['import.finished', 'vote.created'] })
    await page.goto(`${acme.home}/settings/webhooks/${id}/edit`)
    assert.equal(await page.getByLabel('Added vote.created').isChecked(), true)
    await page.getByLabel('Description').fill('Chat channel')
    await page.getByLabel('Published changelog.published').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Chat channel' }).waitFor()
    const { rows } = await browserApp.testApp.database.pool.query('select events from webhooks where id = $1', [id])
    assert.deepEqual(rows[0].events.toSorted(), ['changelog.published', 'import.finished', 'vote.created'])
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('URL').fill(url)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByText(/Heed can’t send to this URL/)
      .first()
      .waitFor()

    await page.goto(`${acme.home}/settings/audit?group=webhook`)
    const created = page.getByRole('listitem').filter({ hasText: 'created the webhook' })
    await created.getByText('Details').click()
    await created.getByText('import.finished, vote.created').waitFor()
    await created.getByRole('link', { name: 'https://8.8.8.8/hook' }).click()
    await page.getByRole('heading', { name: 'Chat channel' }).waitFor()
  })

  test('shows since when a webhook fails, and offers no new one beyond the limit', async () => {
    const acme = await browserApp.emptyWorkspace('Fifty')
    const page = await (await acme.member('owner')).page()
    for (let at = 0; at < 50; at += 1)
      await addWebhook(acme, { url: `https://8.8.8.8/${at}`, events: ['vote.created'] })
    await browserApp.testApp.database.pool.query(
      `update webhooks set failing_since = '2026-03-04T05:06:07Z' where workspace_id = $1 and url = 'https://8.8.8.8/7'`,
      [acme.id],
    )
    await page.goto(`${acme.home}/settings/webhooks`)
    await waitForHydration(page)
    const failing = page.getByRole('row', { name: 'https://8.8.8.8/7' })
    await failing.getByText(/^Failing since 4 Mar 2026/).waitFor()
    const add = page.getByRole('button', { name: 'Add webhook' })
    assert.equal(await add.getAttribute('aria-disabled'), 'true')
    await failing.getByRole('link').click()
    await page.getByText('No delivery has succeeded since 4 Mar 2026').waitFor()

    await page.goto(`${acme.home}/settings/webhooks/new`)
    await waitForHydration(page)
    await page.getByLabel('URL').fill('https://8.8.8.8/50')
    await page.getByLabel('Added vote.created').check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('A workspace can have at most 50 webhooks.').first().waitFor()
    assert.equal(await page.getByLabel('URL').inputValue(), 'https://8.8.8.8/50')
  })

  test('pages through the log', async () => {
    const acme = await browserApp.emptyWorkspace('Pages')
    const page = await (await acme.member('admin')).page()
    const id = await addWebhook(acme, { url: 'https://8.8.8.8/hook', events: ['vote.created'] })
    await browserApp.testApp.database.pool.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, status, created_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'vote.created', 'failed', now() - make_interval(mins => n)
       from generate_series(1, 40) n`,
      [acme.id, id],
    )
    await page.goto(`${acme.home}/settings/webhooks/${id}?status=failed`)
    await waitForHydration(page)
    assert.equal(await deliveries(page).count(), 25)
    await page.getByRole('link', { name: 'Show older deliveries' }).click()
    await page.getByRole('link', { name: 'Back to the newest' }).waitFor()
    assert.equal(await deliveries(page).count(), 15)
    assert.equal(new URL(page.url()).searchParams.get('status'), 'failed')
    // The event has expired.
    await deliveries(page).first().getByRole('link').click()
    await page.getByText('The event is no longer stored, so the body can’t be shown.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled'), 'true')
  })

  test('keeps members out, and does not find the webhooks of another workspace', async () => {
    const [acme, other] = [await browserApp.emptyWorkspace('Ours'), await browserApp.emptyWorkspace('Theirs')]
    const id = await addWebhook(acme, { url: 'https://8.8.8.8/hook', events: ['*'] })
    const [member, stranger] = [await acme.member('member'), await other.member('owner')]
    const request = async (person: typeof member, home: string, path: string, body?: URLSearchParams) =>
      (
        await fetch(`${home}/settings/webhooks${path}`, {
          redirect: 'manual',
          headers: { cookie: await person.cookie(), origin: browserApp.origin },
          ...(body && { method: 'POST', body }),
        })
      ).status
    for (const path of ['', '/new', `/${id}`, `/${id}/edit`, `/${id}/deliveries/${id}`]) {
      assert.equal(await request(member, acme.home, path), 403, path)
    }
    for (const path of [`/${id}`, `/${id}/edit`, '/none', `/${id}/deliveries/${id}`]) {
      assert.equal(await request(stranger, other.home, path), 404, path)
    }
    for (const intent of ['test', 'enable', 'disable', 'delete']) {
      assert.equal(await request(member, acme.home, `/${id}`, new URLSearchParams({ intent })), 403, intent)
      assert.equal(await request(stranger, other.home, `/${id}`, new URLSearchParams({ intent })), 404, intent)
    }
  })
})
