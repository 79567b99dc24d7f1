import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { getEntry } from '../../../server/changelog/queries.ts'
import { updateEntry } from '../../../server/changelog/update.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { addCustomers } from '../../../server/test/fixtures/deliveries.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored, noDraftStored } from '../../support/drafts.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const ada = await acme.member('admin', 'Ada')
const mel = await acme.member('member', 'Mel')

const caps = { free: 100, starter: 1_000, growth: null }
const request = await acme.write((tx) => createFeedback(tx, { title: 'Export every table' }, caps))
const hidden = await acme.write((tx) => createFeedback(tx, { title: 'Export our invoices' }, caps))
await acme.write((tx) => setStage(tx, request.id, 'completed'))

const open = async (page: Page, path: string) => {
  await page.goto(`${acme.home}/${path}`)
  await waitForHydration(page)
}
const draft = (title = 'CSV export', body = 'Every table.') => acme.write((tx) => createEntry(tx, { title, body }))
const stored = (id: string) => acme.write((tx) => getEntry(tx, id))
const idIn = (page: Page) => page.url().split('/changelog/')[1]!.split('/')[0]!
const toast = (page: Page, text: string | RegExp) => page.getByLabel('Notifications').getByText(text).waitFor()
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

suite('writing an entry', () => {
  test('creates a draft on the first save, with text, new tag, linked requests, version and settings', async () => {
    const page = await ada.page()
    await open(page, 'changelog/new')
    await title(page).fill('Exports')
    await text(page).fill('Now for all')
    await text(page).press('ControlOrMeta+a')
    await page.getByRole('button', { name: 'Bold' }).click()
    await preview(page).locator('strong', { hasText: 'Now for all' }).waitFor()
    await page.getByRole('combobox', { name: 'Search requests to link' }).fill('export')
    await page.getByRole('option', { name: /Export every table/ }).click()
    await page.getByRole('combobox', { name: 'Search requests to link' }).fill('invoices')
    await page.getByRole('option', { name: /Export our invoices/ }).click()
    await page.getByText('Hidden from customers').waitFor()
    await page.getByLabel('New tag').fill('Shiny')
    await page.getByLabel('New tag').press('Enter')
    await page.getByRole('checkbox', { name: 'Shiny, new' }).waitFor()
    await page.getByLabel('Version label').fill('v2.4')
    await page.getByRole('switch', { name: 'Comment' }).uncheck()
    await title(page).press('ControlOrMeta+s')
    await toast(page, 'Saved')
    await page.waitForURL(/\/edit$/)
    const { state, body, versionLabel, linkedFeedbackIds, tagIds, commentsEnabled } = await stored(idIn(page))
    assert.deepEqual(
      { state, body, versionLabel, linkedFeedbackIds, commentsEnabled, tags: tagIds.length },
      {
        state: 'draft',
        body: '**Now for all**',
        versionLabel: 'v2.4',
        linkedFeedbackIds: [request.id, hidden.id],
        commentsEnabled: false,
        tags: 1,
      },
    )
    await open(page, 'changelog/new')
    assert.equal(await title(page).inputValue(), '')
    assert.deepEqual(browserErrors(page), [])
  })

  test('can be written, tagged, scheduled and linked without JavaScript', async () => {
    const page = await ada.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/new`)
    await title(page).fill('Plain')
    await text(page).fill('# Heading')
    await page.getByLabel('New tag').fill('Plain tag')
    await page.getByRole('checkbox', { name: /Export every table/ }).check()
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByLabel('Time zone').fill('Asia/Tokyo')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved. It will be published on 1 Jul 2031, 09:00, Asia/Tokyo.').waitFor()
    await preview(page).getByRole('heading', { name: 'Heading' }).waitFor()
    const { scheduledPublishAt, tagIds, linkedFeedbackIds } = await stored(idIn(page))
    assert.equal(scheduledPublishAt, '2031-07-01T00:00:00.000Z')
    assert.deepEqual([tagIds.length, linkedFeedbackIds], [1, [request.id]])
  })

  test('shows errors at their fields and keeps what was typed, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await ada.page({ javaScriptEnabled })
      await page.goto(`${acme.home}/changelog/new`)
      if (javaScriptEnabled) await waitForHydration(page)
      await title(page).fill('Kept')
      await page.getByLabel('Publish at').fill('2001-07-01T09:00')
      await page.getByRole('button', { name: /^Save/ }).click()
      await page.getByRole('alert').getByText('Choose a time in the future.').waitFor()
      assert.equal(await title(page).inputValue(), 'Kept')
      assert.equal(await page.getByLabel('Publish at').getAttribute('aria-invalid'), 'true')
    }
  })

  test('shows its own error for a missing title instead of the browser’s', async () => {
    const page = await ada.page()
    await open(page, 'changelog/new')
    await text(page).fill('Every table.')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Title: / })
      .waitFor()
    assert.equal(await title(page).getAttribute('aria-invalid'), 'true')
  })

  test('shortcuts and pasted URLs write Markdown, and the browser’s undo reverts it', async () => {
    const page = await ada.page()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: browserApp.origin })
    await open(page, `changelog/${(await draft('Keys', '')).id}/edit`)
    const area = text(page)
    await area.focus()
    await page.keyboard.press('ControlOrMeta+b')
    assert.equal(await area.inputValue(), '**bold**')
    await page.keyboard.press('ControlOrMeta+z')
    assert.equal(await area.inputValue(), '')
    await area.pressSequentially('- one')
    await page.keyboard.press('Enter')
    await area.pressSequentially('two')
    assert.equal(await area.inputValue(), '- one\n- two')
    await area.fill('')
    await paste(page, 'https://example.com/a.png')
    assert.equal(await area.inputValue(), '![Image description](https://example.com/a.png)')
    await area.fill('docs')
    await area.press('ControlOrMeta+a')
    await paste(page, 'https://example.com/docs')
    assert.equal(await area.inputValue(), '[docs](https://example.com/docs)')
  })

  test('shows a scheduled time in both zones, and warns about a time that daylight saving skips', async () => {
    const page = await ada.page({ timezoneId: 'Asia/Tokyo' })
    const { id } = await draft('Timed')
    await open(page, `changelog/${id}/edit`)
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    // The first request for the time is lost, and the second isn’t answered.
    let requests = 0
    await page.route('**/changelog/moment', (route) => {
      requests += 1
      if (requests === 1) return route.abort()
      if (requests > 2) return route.continue()
    })
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByText('1 Jul 2031, 09:00 in Europe/Berlin').waitFor()
    await page.getByText('1 Jul 2031, 16:00 your time, Asia/Tokyo').waitFor()
    await page.getByLabel('Publish at').fill('2031-03-30T02:30')
    await page.getByText(/so this time doesn’t exist\. .* published at 30 Mar 2031, 03:30/).waitFor()
    await page.getByRole('button', { name: 'Save and schedule' }).click()
    await toast(page, 'Saved. It will be published on 30 Mar 2031, 03:30, Europe/Berlin.')
    await open(page, 'changelog?state=scheduled')
    await page.getByRole('listitem').filter({ hasText: 'Timed' }).getByText('10:30 your time').waitFor()
    await open(page, `changelog/${id}/edit`)
    await page.getByRole('button', { name: 'Remove schedule' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await toast(page, 'Saved')
    assert.equal((await stored(id)).scheduledPublishAt, null)
  })
})

suite('scheduling an entry', () => {
  test('defaults to the reader’s time zone, and offers all others in a list', async () => {
    const page = await ada.page({ timezoneId: 'Asia/Tokyo' })
    await open(page, 'changelog/new')
    const zone = page.getByLabel('Time zone')
    await page.waitForFunction(
      (input) => (input as HTMLInputElement).value === 'Asia/Tokyo',
      await zone.elementHandle(),
    )
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByText('1 Jul 2031, 09:00 in Asia/Tokyo').waitFor()
    // Browsers select an option when its text is typed.
    await zone.selectOption({ label: 'Berlin' })
    await page.getByText('1 Jul 2031, 09:00 in Europe/Berlin').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(browserErrors(page), [])
  })

  test('shows how many customers would be emailed, but not for a time in the past', async () => {
    const page = await ada.page()
    await open(page, 'changelog/new')
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByText(/would be emailed right now/).waitFor()
    await page.getByLabel('Publish at').fill('2001-07-01T09:00')
    await page.getByText('This time is in the past.').waitFor()
    assert.equal(await page.getByText(/would be emailed right now/).count(), 0)
  })
})

suite('without a mail server', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`publishing announces no email, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const silent = await browserApp.emptyWorkspace('Silent')
      await addCustomers(browserApp.testApp, silent.id, 3)
      const { id } = await silent.write((tx) => createEntry(tx, { title: 'Quiet', body: 'Every table.' }))
      const page = await (await silent.member('member')).page({ javaScriptEnabled })
      await page.goto(`${silent.home}/changelog/${id}/publish`)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByText('No mail server is set up').waitFor()
      await page.getByText('No one will be emailed: the messages to 3 customers go to the outbox.').waitFor()
      assert.equal(await page.getByText(/customers will be emailed|and email/).count(), 0)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page
        .getByText('Published. No mail server is set up, so the messages go to the outbox in 2 minutes.')
        .waitFor()
    })
  }
})

suite('unsaved text', () => {
  test('asks for confirmation before leaving the page, and is restored after a reload', async () => {
    const { id } = await draft('Unsaved', 'Before')
    const page = await mel.page()
    await open(page, `changelog/${id}/edit`)
    await text(page).fill('After')
    await page.getByRole('link', { name: 'Roadmap' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await draftStored(page, `entry:${id}`, 'After')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Unsaved text restored').waitFor()
    assert.equal(await text(page).inputValue(), 'After')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Unsaved text restored').waitFor({ state: 'detached' })
    assert.equal(await text(page).inputValue(), 'Before')
  })

  test('conflicts with a newer version, even when restored from a local draft', async () => {
    const { id } = await draft('Old', 'Before')
    const page = await ada.page()
    await open(page, `changelog/${id}/edit`)
    await text(page).fill('Mine')
    await draftStored(page, `entry:${id}`, 'Mine')
    await acme.write((tx) => updateEntry(tx, id, { body: 'Theirs' }))
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Unsaved text restored').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('saved this entry while you were editing').waitFor()
    assert.equal((await stored(id)).body, 'Theirs')
  })
})

suite('two members editing at once', () => {
  const createConflict = async () => {
    const { id } = await draft('Ours', 'Before')
    const page = await ada.page()
    await open(page, `changelog/${id}/edit`)
    const other = await mel.page()
    await open(other, `changelog/${id}/edit`)
    await text(other).fill('Theirs')
    await other.getByRole('button', { name: 'Save draft' }).click()
    await toast(other, 'Saved')
    await text(page).fill('Mine')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Mel saved this entry while you were editing').waitFor()
    assert.equal((await stored(id)).body, 'Theirs')
    await page.getByText('Saved version').click()
    await page.locator('pre', { hasText: 'Theirs' }).waitFor()
    assert.equal(await text(page).inputValue(), 'Mine')
    assert.deepEqual(await accessibilityViolations(page), [])
    return { page, id }
  }

  test('lets the second member overwrite the saved version', async () => {
    const { page, id } = await createConflict()
    await page.getByRole('button', { name: 'Save my version' }).click()
    await toast(page, 'Saved')
    assert.equal((await stored(id)).body, 'Mine')
    await text(page).fill('Mine, again')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await noDraftStored(page, `entry:${id}`)
    assert.equal((await stored(id)).body, 'Mine, again')
  })

  test('lets the second member discard their version', async () => {
    const { page, id } = await createConflict()
    await page.getByRole('button', { name: 'Discard my version' }).click()
    await page.getByText('saved this entry while you were editing').waitFor({ state: 'detached' })
    assert.equal(await text(page).inputValue(), 'Theirs')
    assert.equal((await stored(id)).body, 'Theirs')
  })

  test('resolves a conflict without JavaScript', async () => {
    const { id } = await draft('Plain conflict', 'Before')
    const page = await ada.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/${id}/edit`)
    await acme.write((tx) => updateEntry(tx, id, { body: 'Theirs' }))
    await text(page).fill('Mine')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('saved this entry while you were editing').waitFor()
    assert.equal((await stored(id)).body, 'Theirs')
    assert.equal(await text(page).inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Save my version' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal((await stored(id)).body, 'Mine')
  })
})

async function paste(page: Page, address: string) {
  await page.evaluate((value) => navigator.clipboard.writeText(value), address)
  await text(page).press('ControlOrMeta+v')
}
