import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { updateNotificationDefaults } from '../../../server/notifications/preferences/workspace-defaults.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { createDigestFixtures } from '../../../server/test/fixtures/digests.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()
const digests = await createDigestFixtures(browserApp.testApp)

/** Files a request by Ada, with a vote by Bea. */
async function file({ write }: ConsoleWorkspace, title: string, isApproved = true): Promise<string> {
  const submitter = { email: 'ada@example.com' }
  const { id } = await write((tx) => createFeedback(tx, { title, submitter }, caps))
  await write((tx) => addVote(tx, id, { email: 'bea@example.com' }, caps))
  if (isApproved) await write((tx) => setStatus(tx, id, 'approved'))
  await forgetNews()
  return id
}

const forgetNews = () => browserApp.testApp.database.pool.query('delete from notification_events')

async function open(acme: ConsoleWorkspace, path: string): Promise<Page> {
  const page = await (await acme.member('member', 'Mara Lindqvist')).page()
  await page.goto(`${acme.home}${path}`)
  await waitForHydration(page)
  return page
}

const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
/** Opens the stage menu, which focuses the current stage. */
async function openStageMenu(page: Page): Promise<Locator> {
  await page.keyboard.press('s')
  const menu = page.getByRole('group', { name: 'Set stage' })
  await menu.locator('[aria-pressed="true"]:focus').waitFor()
  return menu
}
/** Sends what is due an hour from now. @returns the messages that are about this request */
const mailAbout = async (title: string) =>
  (await digests.deliverDue(60)).filter(({ subject }) => subject.includes(`“${title}”`))

suite('email about acts of the team', () => {
  test('mails nobody when the switch of the stage menu is off', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Switched off')}`)
    const menu = await openStageMenu(page)
    await menu.getByRole('switch', { name: 'Email 2 people' }).click()
    assert.deepEqual(await accessibilityViolations(page), [])
    await menu.getByRole('button', { name: /Planned/ }).click()
    await notice(page, 'Planned: Switched off · added to the roadmap · No one will be emailed').waitFor()
    assert.deepEqual(await mailAbout('Switched off'), [])
    assert.deepEqual(browserErrors(page), [])
  })

  test('mails a note with the stage change, and Enter on the switch sets no stage', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'With a note')}`)
    const menu = await openStageMenu(page)
    await menu.getByRole('switch', { name: 'Email 2 people' }).press('Enter')
    await menu.getByLabel('Note to them').pressSequentially('Out in 2 weeks <3')
    await menu.getByRole('button', { name: /In progress/ }).click()
    await notice(page, 'In progress: With a note · added to the roadmap · Emailing 2 people in 2 minutes').waitFor()
    const messages = await mailAbout('With a note')
    assert.deepEqual(
      messages.map(({ to }) => to),
      ['ada@example.com', 'bea@example.com'],
    )
    assert.match(messages[0]!.text, /Out in 2 weeks <3/)
  })

  test('Undo takes the mail back with the change, and “Don’t email” takes back only the mail', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Undone')}`)
    await openStageMenu(page)
    await page.keyboard.press('3')
    await notice(page, /Emailing 2 people/).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await notice(page, '1 request restored').waitFor()
    await openStageMenu(page)
    await page.keyboard.press('4')
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Don’t email' }).click()
    await notice(page, 'No one will be emailed. The change stays.').waitFor()
    await page.getByRole('button', { name: 'Stage: In progress' }).waitFor()
    assert.deepEqual(await mailAbout('Undone'), [])
  })

  test('the page of a request lets the person who changed it cancel the email until it is sent', async () => {
    const acme = await browserApp.emptyWorkspace()
    const id = await file(acme, 'Waiting')
    const page = await open(acme, `/requests/${id}`)
    await openStageMenu(page)
    await page.keyboard.press('3')
    await notice(page, /Emailing 2 people/).waitFor()
    await page.reload()
    const article = page.getByRole('article', { name: 'Waiting' })
    await article.getByText('2 people will be emailed soon').waitFor()
    await article.getByRole('button', { name: 'Don’t email' }).click()
    await notice(page, 'No one will be emailed. The change stays.').waitFor()
    await article.getByText('will be emailed soon').waitFor({ state: 'detached' })
    assert.deepEqual(await mailAbout('Waiting'), [])
  })

  test('approves with one key as the workspace’s default says, and the toast says whom it mails', async () => {
    const acme = await browserApp.emptyWorkspace()
    await file(acme, 'First', false)
    await file(acme, 'Second', false)
    const page = await open(acme, '/requests/review')
    await page.getByRole('article', { name: 'First' }).getByRole('switch', { name: 'Email 2 people' }).waitFor()
    await page.keyboard.press('a')
    await notice(page, 'Approved: First · Emailing 2 people in 2 minutes').waitFor()
    await acme.write((tx) =>
      updateNotificationDefaults(tx, {
        notifiesStages: true,
        notifiesApprovals: false,
        notifiesReplies: true,
        notifiesPublications: true,
      }),
    )
    await page.reload()
    await waitForHydration(page)
    await page.keyboard.press('a')
    await notice(page, 'Approved: Second · No one will be emailed').waitFor()
    assert.deepEqual(await mailAbout('Second'), [])
  })

  test('sends a note with an approval on the page of the request', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Welcome', false)}`)
    await page.getByRole('textbox', { name: 'Note to them' }).fill('Good idea')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await notice(page, 'Approved: Welcome · Emailing 2 people in 2 minutes').waitFor()
    const [message] = await mailAbout('Welcome')
    assert.match(message!.text, /Good idea/)
  })

  test('counts the people of all selected requests once, and mails them the note', async () => {
    const acme = await browserApp.emptyWorkspace()
    for (const title of ['Left', 'Right']) await file(acme, title)
    const page = await open(acme, '/requests')
    for (const title of ['Left', 'Right']) await page.getByLabel(`Select ${title}`).check()
    const bar = page.getByRole('group', { name: 'Actions for the selected requests' })
    await bar.getByRole('button', { name: 'Email 2 people' }).click()
    await page.getByRole('group', { name: 'Options' }).getByLabel('Note to them').fill('Both at once')
    await page.keyboard.press('Escape')
    await bar.getByLabel('Set stage…').selectOption('Planned')
    await notice(page, '2 requests: Planned · 2 added to the roadmap · Emailing 2 people in 2 minutes').waitFor()
    const messages = [...(await mailAbout('Left')), ...(await mailAbout('Right'))]
    assert.ok(messages.length > 0 && messages.every(({ text }) => text.includes('Both at once')))
  })

  test('sends a reply without mail when its switch is off', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Quiet reply')}`)
    const composer = page.getByRole('form', { name: 'Write a comment' })
    await composer.getByRole('switch', { name: 'Email 2 people' }).click()
    await composer.getByLabel('Your reply').fill('A quiet answer')
    await composer.getByRole('button', { name: 'Send reply' }).click()
    await notice(page, 'Reply sent. · No one will be emailed').waitFor()
    await composer.getByLabel('Your reply').fill('A loud answer')
    await composer.getByRole('switch', { name: 'Email 2 people' }).check()
    await composer.getByRole('button', { name: 'Send reply' }).click()
    await notice(page, 'Reply sent. · Emailing 2 people in 2 minutes').waitFor()
    const [message] = (await digests.deliverDue(60)).filter(({ whole }) => whole.includes('Quiet reply'))
    assert.match(message!.text, /A loud answer/)
    assert.doesNotMatch(message!.text, /A quiet answer/)
  })

  test('a card moved on the roadmap says whom it mails; Undo moves it back and mails nobody', async () => {
    const acme = await browserApp.emptyWorkspace()
    const { feedbackId } = await acme.write((tx) => createRoadmapItem(tx, { title: 'Moved card' }))
    await acme.write((tx) => addVote(tx, feedbackId, { email: 'bea@example.com' }, caps))
    await forgetNews()
    const page = await open(acme, '/roadmap')
    await page.getByRole('link', { name: 'Moved card', exact: true }).focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await notice(page, 'In progress: Moved card · Emailing 1 person in 2 minutes').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('region', { name: 'Planned', exact: true }).getByRole('link', { name: 'Moved card' }).waitFor()
    await notice(page, '1 request restored').waitFor()
    assert.deepEqual(await mailAbout('Moved card'), [])
  })

  test('moves cards without email, or with a note to the next one only, as chosen above the board', async () => {
    const acme = await browserApp.emptyWorkspace()
    for (const title of ['Quiet card', 'Noted card', 'Plain card']) {
      const { feedbackId } = await acme.write((tx) => createRoadmapItem(tx, { title }))
      await acme.write((tx) => addVote(tx, feedbackId, { email: 'bea@example.com' }, caps))
    }
    await forgetNews()
    const page = await open(acme, '/roadmap')
    const moveRight = async (title: string) => {
      await page.getByRole('link', { name: title, exact: true }).focus()
      for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    }
    const choice = page.getByRole('group', { name: 'Email when a card moves' })
    await page.getByRole('button', { name: 'Email people', exact: true }).click()
    assert.deepEqual(await accessibilityViolations(page), [])
    await choice.getByRole('switch', { name: 'Email people' }).click()
    await page.keyboard.press('Escape')
    await moveRight('Quiet card')
    await notice(page, 'In progress: Quiet card · No one will be emailed').waitFor()
    await page.getByRole('button', { name: 'No email', exact: true }).click()
    await choice.getByRole('switch', { name: 'Email people' }).click()
    await choice.getByLabel('Note to them').fill('We start in May')
    await page.keyboard.press('Escape')
    await moveRight('Noted card')
    await notice(page, 'In progress: Noted card · Emailing 1 person in 2 minutes').waitFor()
    await moveRight('Plain card')
    await notice(page, 'In progress: Plain card · Emailing 1 person in 2 minutes').waitFor()
    const messages = await digests.deliverDue(60)
    const textsAbout = (title: string) => messages.filter(({ whole }) => whole.includes(title)).map(({ text }) => text)
    assert.deepEqual(textsAbout('Quiet card'), [])
    assert.match(textsAbout('Noted card').join(), /We start in May/)
    assert.deepEqual(
      textsAbout('Plain card').map((text) => text.includes('We start in May')),
      [false],
    )
  })

  test('sends a note with one change only, not with the next one from the same page', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Noted once')}`)
    const menu = await openStageMenu(page)
    await menu.getByLabel('Note to them').fill('We start in May')
    await menu.getByRole('button', { name: /Planned/ }).click()
    await notice(page, /^Planned: Noted once/).waitFor()
    await openStageMenu(page)
    assert.equal(await menu.getByLabel('Note to them').inputValue(), '')
    await page.keyboard.press('5')
    await notice(page, /^Completed: Noted once/).waitFor()
    const [message] = await mailAbout('Noted once')
    assert.doesNotMatch(message!.text, /We start in May/)
  })

  test('a selection keeps the switch off while its requests change', async () => {
    const acme = await browserApp.emptyWorkspace()
    await file(acme, 'Loved')
    await acme.write((tx) => createFeedback(tx, { title: 'Lonely' }, caps))
    const page = await open(acme, '/requests')
    await page.getByLabel('Select Loved').check()
    const bar = page.getByRole('group', { name: 'Actions for the selected requests' })
    await bar.getByRole('button', { name: 'Email 2 people' }).click()
    await page.getByRole('switch', { name: 'Email 2 people' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Select Lonely').check()
    await page.getByLabel('Select Loved').uncheck()
    await page.getByText('No one to email').first().waitFor({ state: 'attached' })
    await page.getByLabel('Select Loved').check()
    await bar.getByRole('button', { name: 'No email' }).waitFor()
    await bar.getByLabel('Set stage…').selectOption('Planned')
    await notice(page, /^2 requests: Planned/).waitFor()
    assert.deepEqual(await mailAbout('Loved'), [])
  })

  test('admins set the defaults in the email settings', async () => {
    const acme = await browserApp.emptyWorkspace()
    const id = await file(acme, 'By default')
    const page = await (await acme.member('admin')).page()
    await page.goto(`${acme.home}/settings/mail`)
    await waitForHydration(page)
    await page.getByRole('switch', { name: 'Stage changes' }).click()
    await page.getByRole('region', { name: 'Email to customers' }).getByRole('button', { name: 'Save changes' }).click()
    await notice(page, 'Saved.').waitFor()
    assert.equal(await page.getByRole('switch', { name: 'Stage changes' }).isChecked(), false)
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    await openStageMenu(page)
    await page.keyboard.press('3')
    await notice(page, 'Planned: By default · added to the roadmap · No one will be emailed').waitFor()
    assert.deepEqual(await mailAbout('By default'), [])
  })
})
