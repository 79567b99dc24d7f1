import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createCustomer } from '../../../server/customers/create.ts'
import { newId } from '../../../server/platform/ids.ts'
import { createTag } from '../../../server/tags/create.ts'
import { startSmtpServer } from '../../../server/test/support/smtp-server.ts'
import { addAccountAsOwner } from '../../../server/workspaces/owners.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { waitForValue } from '../../support/polling.ts'

const caps = { free: 4, starter: 1_000, growth: null }
const smtp = await startSmtpServer({ accounts: { heed: 'hunter22' } })
const smtpUrl = smtp.url.replace('://', '://heed:hunter22@')
const browserApp = await createBrowserApp({ caps, smtpUrl })

suite('the audit log', () => {
  test('shows who changed what, with values before and after, and links to it', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const { accountId, email } = await browserApp.person('Grace')
    const owner = { accountId, email, memberId: newId() }
    await acme.write((tx) => addAccountAsOwner({ ...tx, agent: 'heed command line' }, owner))
    const page = await (await acme.member('admin')).page()
    await page.goto(`${acme.home}/settings/boards`)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Feature requests' }).click()
    await page.getByLabel('Name').fill('Wishes')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('“Wishes” has been saved.').waitFor()
    await page.goto(`${acme.home}/settings/audit`)
    await waitForHydration(page)
    const joined = page.getByRole('listitem').filter({ hasText: 'joined the team' })
    await joined.getByText('Grace joined the team', { exact: true }).waitFor()
    await joined.getByText('through heed command line').waitFor()
    const tops = await joined
      .locator('.audit-sentence, .audit-meta, summary')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
    assert.equal(tops.length, 3)
    assert.ok(Math.max(...tops) - Math.min(...tops) < 8, 'a row takes one line')
    const event = page.getByRole('listitem').filter({ hasText: 'changed the board' })
    await event.getByText('Details').click()
    await event.getByText('Feature requests').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByLabel('Area').selectOption('tag')
    await page.waitForURL(/group=tag/)
    await page.getByText('No matching events').waitFor()
    await page.getByRole('link', { name: 'Show all events' }).click()
    await event.getByRole('link', { name: 'Wishes' }).click()
    await page.waitForURL(/settings\/boards$/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('appends more events in place, or on a new page without JavaScript, and keeps the filters', async () => {
    const acme = await browserApp.emptyWorkspace('Long log')
    for (let at = 0; at < 60; at++) await acme.write((tx) => createTag(tx, { name: `tag ${at}`, color: '#22aa55' }))
    const admin = await acme.member('admin')
    const page = await admin.page()
    await page.goto(`${acme.home}/settings/audit?group=tag&period=week`)
    await waitForHydration(page)
    const events = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')
    assert.equal(await events.count(), 50)
    await page.getByRole('link', { name: 'Load more' }).click()
    await events.nth(59).waitFor()
    assert.equal(await events.count(), 60)
    const plain = await admin.page({ javaScriptEnabled: false })
    await plain.goto(`${acme.home}/settings/audit?group=tag&period=week`)
    await plain.getByRole('link', { name: 'Load more' }).click()
    await waitForValue(() => plain.getByText('created the tag').count(), 10)
  })
})

suite('mail and plan', () => {
  test('sends a test email, never shows the password, and resumes email to bounced addresses', async () => {
    const acme = await browserApp.emptyWorkspace('Mail')
    const { id } = await acme.write((tx) => createCustomer(tx, { email: 'ada@example.com' }, caps))
    await acme.write((tx) =>
      tx.db
        .updateTable('customers')
        .set({ mail_bounced_at: tx.now })
        .where('workspace_id', '=', acme.id)
        .where('id', '=', id)
        .execute(),
    )
    const admin = await acme.member('admin')
    const page = await admin.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings/mail`)
    await page.getByText('Username and password').waitFor()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await page.getByText(`The mail server accepted the message to ${admin.email}.`).waitFor()
    assert.equal(smtp.messages[0]?.to, admin.email)
    assert.ok(!(await page.content()).includes('hunter22'))
    await smtp.stop()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await page.getByText('Not sent: the connection failed.').waitFor()
    await page.getByText('1 address has rejected three messages').waitFor()
    await page.getByRole('button', { name: 'Resume sending' }).click()
    await page.getByText('No messages are waiting').waitFor()
  })

  test('shows how many customers the plan has room for, and when it’s full', async () => {
    const acme = await browserApp.emptyWorkspace('Small')
    await acme.write((tx) =>
      tx.db.updateTable('workspaces').set({ plan: 'free' }).where('workspace_id', '=', acme.id).execute(),
    )
    const add = (name: string) => acme.write((tx) => createCustomer(tx, { email: `${name}@example.com` }, caps))
    const page = await (await acme.member('owner')).page()
    for (const name of ['ada', 'bea']) await add(name)
    await page.goto(`${acme.home}/settings/plan`)
    await page.getByText('2 of 4').waitFor()
    await page.getByText('Room for 2 more.').waitFor()
    for (const name of ['cem', 'dee']) await add(name)
    await page.reload()
    await page.getByText('You’ve reached the limit').waitFor()
    await page.getByText('4 of 4').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
  })
})
