import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, type SignedInPerson, type SignedInTeamMember } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

const file = async (title: string): Promise<string> =>
  (await acme.write((tx) => createFeedback(tx, { title, submitter: { email: 'ada@example.com', name: 'Ada' } }, caps)))
    .id

const addComment = (id: string, body: string) =>
  acme.write((tx) =>
    createComment(tx, { of: 'feedback_id', id }, { body, submitter: { email: 'ada@example.com' } }, caps),
  )

async function open(id: string, who: SignedInPerson = mara, javaScriptEnabled = true): Promise<Page> {
  const page = await who.page({ javaScriptEnabled })
  await page.goto(`${acme.home}/requests/${id}`)
  if (javaScriptEnabled) await waitForHydration(page)
  return page
}

const conversation = (page: Page) => page.getByRole('region', { name: /^Conversation/ })
const comment = (page: Page, text: string) => conversation(page).getByRole('listitem').filter({ hasText: text }).last()
/** Waits until the field of a reply is empty, which it is shortly after the reply is shown. */
const fieldEmptied = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === '')

suite('the conversation of a request', () => {
  test('⌘Enter sends a signed reply; a team note is marked as private and isn’t counted', async () => {
    const id = await file('Thread')
    const page = await open(id)
    // The hint names the key of this keyboard.
    await page.getByRole('form', { name: 'Write a comment' }).getByText('Ctrl', { exact: true }).waitFor()
    await page.getByLabel('Your reply').fill('Thank you, we look at it.')
    await page.keyboard.press('Control+Enter')
    await comment(page, 'Thank you, we look at it.').getByText('Mara Lindqvist').waitFor()
    await fieldEmptied(page)
    await page.getByRole('form', { name: 'Write a comment' }).getByText('Team note', { exact: true }).click()
    await page.getByLabel('Your note').fill('They renew in March.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await comment(page, 'They renew in March.').getByText('only your team can see this').waitFor()
    const rows = await acme.write((tx) =>
      tx.db
        .selectFrom('comments')
        .select(['body', 'is_internal', 'author_name'])
        .where('workspace_id', '=', tx.workspaceId)
        .where('feedback_id', '=', id)
        .execute(),
    )
    assert.deepEqual(rows.map(({ body, is_internal, author_name }) => [body, is_internal, author_name]).sort(), [
      ['Thank you, we look at it.', false, 'Mara Lindqvist'],
      ['They renew in March.', true, 'Mara Lindqvist'],
    ])
    await page.getByLabel('Your reply').waitFor()
    await conversation(page).getByText('1', { exact: true }).first().waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('sends a reply once when it is submitted twice, and the same text again later', async () => {
    const id = await file('Twice')
    const page = await open(id)
    const replies = () =>
      acme.write((tx) =>
        tx.db
          .selectFrom('comments')
          .select('id')
          .where('workspace_id', '=', tx.workspaceId)
          .where('feedback_id', '=', id)
          .execute(),
      )
    for (const count of [1, 2]) {
      await page.getByLabel('Your reply').fill('Noted.')
      await page.getByRole('form', { name: 'Write a comment' }).evaluate((form: HTMLFormElement) => {
        form.requestSubmit()
        form.requestSubmit()
      })
      await fieldEmptied(page)
      await comment(page, 'Noted.').waitFor()
      assert.equal((await replies()).length, count)
    }
    // A submission of the browser, while the first is pending.
    const { promise: repeated, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/requests/**', async (route) => {
      if (route.request().method() === 'POST') await repeated
      await route.continue()
    })
    await page.getByLabel('Your reply').fill('Slowly.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.composer [data-busy]').waitFor()
    await page.keyboard.press('Control+Enter')
    send()
    await comment(page, 'Slowly.').waitFor()
    assert.equal((await replies()).length, 3)
  })

  test('keeps an unsent reply across a reload', async () => {
    const page = await open(await file('Draft'))
    await page.getByLabel('Your reply').fill('Half a thought')
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes('comment:')))
    await page.reload()
    await waitForHydration(page)
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === 'Half a thought',
    )
  })

  test('threads replies, allows only notes below a note, and deletes a comment with its replies', async () => {
    const id = await file('Answers')
    await addComment(id, 'When will it come?')
    const page = await open(id)
    await comment(page, 'When will it come?').getByRole('link', { name: 'Reply to Ada' }).click()
    await page.getByText('Replying to Ada').waitFor()
    await page.keyboard.type('In spring.')
    await page.keyboard.press('Control+Enter')
    const root = conversation(page).getByRole('listitem').filter({ hasText: 'When will it come?' }).first()
    await root.getByRole('listitem').filter({ hasText: 'In spring.' }).waitFor()
    await page.getByText('Replying to Ada').waitFor({ state: 'detached' })

    await page.getByRole('form', { name: 'Write a comment' }).getByText('Team note', { exact: true }).click()
    await page.getByLabel('Your note').fill('Ask sales')
    await page.keyboard.press('Control+Enter')
    await comment(page, 'Ask sales').getByRole('link', { name: 'Reply to Mara Lindqvist' }).click()
    await page.getByText('Replying to Mara Lindqvist').waitFor()
    assert.deepEqual(
      await page
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
        .then((all) => all.filter((value) => ['reply', 'note'].includes(value))),
      ['note'],
    )
    await page.getByRole('button', { name: 'Stop replying to this comment' }).click()

    await root.getByRole('link', { name: 'Delete the comment by Ada' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
    await dialog.getByText('Its reply will be deleted too.').waitFor()
    await dialog.getByRole('button', { name: 'Delete comment' }).click()
    await conversation(page).getByText('When will it come?').waitFor({ state: 'detached' })
    assert.equal(await conversation(page).getByText('In spring.').count(), 0)
    await comment(page, 'Ask sales').waitFor()
  })

  test('escapes and sanitizes what customers write', async () => {
    const id = await file('Hostile')
    await addComment(id, '<img src=x onerror="window.isEvil = true"> <b>bold</b> [me](javascript:alert(1))')
    const page = await open(id)
    await comment(page, 'bold').waitFor()
    assert.equal(await page.evaluate(() => 'isEvil' in window), false)
    assert.equal(await conversation(page).locator('img, b:not(.comment-private b), a[href^="javascript"]').count(), 0)
  })
})

suite('a request without JavaScript', () => {
  test('can be edited, moved, voted for, promoted, answered and annotated, and its comments deleted', async () => {
    const id = await file('Plain')
    await addComment(id, 'Hello there')
    const page = await open(id, mara, false)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('Plainer')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Plainer', level: 1 }).waitFor()
    await page.getByText('Saved.').waitFor()

    await page.getByRole('button', { name: 'Stage: To review' }).click()
    await page
      .getByRole('group', { name: 'Set stage' })
      .getByRole('button', { name: /Under consideration/ })
      .click()
    await page.getByRole('button', { name: 'Stage: Under consideration' }).waitFor()

    const votes = page.getByRole('article').getByRole('region', { name: 'Votes' })
    await votes.getByRole('button', { name: 'Add a vote' }).click()
    await page.getByRole('dialog').getByLabel('Email address').fill('no-address')
    await page
      .getByRole('dialog')
      .locator('form')
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
    await page.getByRole('dialog').getByRole('button', { name: 'Add a vote' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a vote' })
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByLabel('Email address').inputValue(), 'no-address')
    await dialog.getByLabel('Email address').fill('bob@example.com')
    await dialog.getByRole('button', { name: 'Add a vote' }).click()
    await votes.getByRole('link', { name: 'bob@example.com' }).waitFor()

    await page.getByRole('button', { name: 'Promote to roadmap' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Promote to roadmap' }).click()
    await page.getByRole('button', { name: 'Stage: Planned' }).waitFor()

    await comment(page, 'Hello there').getByRole('link', { name: 'Reply to Ada' }).click()
    await page.getByText('Replying to Ada').waitFor()
    await page.getByLabel('Your reply').fill('Hello to you')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await comment(page, 'Hello to you').waitFor()
    await page.getByText('Team note', { exact: true }).first().click()
    await page.locator('textarea[name="body"]').fill('Nice person')
    await page.getByRole('button', { name: 'Add note' }).click()
    await comment(page, 'Nice person').getByText('only your team can see this').waitFor()
    await comment(page, 'Nice person').getByRole('link', { name: 'Delete the comment by Mara Lindqvist' }).click()
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await conversation(page).getByText('Nice person').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'History' }).getByText('and put it on the roadmap').waitFor()
  })
})

suite('permissions on a request', () => {
  const post = (page: Page, id: string, form: Record<string, string>) =>
    page.evaluate(
      async ([address, fields]) => (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).status,
      [`${acme.home}/requests/${id}`, form] as const,
    )

  test('lets only owners and admins delete a request, and lists what is deleted with it', async () => {
    const id = await file('To go')
    await addComment(id, 'One comment')
    const page = await open(id)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Merge into another request…' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0)
    assert.equal(await post(page, id, { intent: 'delete', title: 'To go' }), 403)

    const admin: SignedInTeamMember = await acme.member('admin')
    const adminPage = await open(id, admin)
    await adminPage.getByRole('button', { name: 'More actions' }).click()
    await adminPage.getByRole('button', { name: 'Delete…' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Delete “To go”?' })
    await dialog.getByText('This also deletes 1 vote and 1 comment.').waitFor()
    await dialog.getByRole('button', { name: 'Delete request' }).click()
    await adminPage.getByText('“To go” was deleted.').waitFor()
    assert.equal(new URL(adminPage.url()).pathname, `/console/w/${acme.slug}/requests`)
    assert.equal((await adminPage.goto(`${acme.home}/requests/${id}`))?.status(), 404)
  })

  test('returns 404 to non-members for the page and its forms, and to members for a malformed or unknown id', async () => {
    const id = await file('Ours')
    const page = await (await browserApp.person()).page()
    for (const end of ['', '/merge', '/send']) {
      assert.equal((await page.goto(`${acme.home}/requests/${id}${end}`))?.status(), 404)
    }
    assert.equal(await post(page, id, { intent: 'stage', id, stage: 'closed', next: '/' }), 404)
    const memberPage = await mara.page()
    for (const wrong of ['nothing', '00000000-0000-4000-8000-000000000000']) {
      assert.equal((await memberPage.goto(`${acme.home}/requests/${wrong}`))?.status(), 404)
    }
  })
})
