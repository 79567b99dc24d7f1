import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { createComment } from '../../../server/comments/create.ts'
import { postOwnComment } from '../../../server/comments/post-own.ts'
import { upsertVisitor } from '../../../server/customers/identity/identify.ts'
import { textVersion } from '../../../server/edits/version.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { editOwnRequest } from '../../../server/feedback/own/edit.ts'
import { reportContent } from '../../../server/reports/report.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

/** Creates a workspace with one waiting comment, one waiting edit and one reported request, and opens the queue. */
async function openQueue(options: { javaScriptEnabled?: boolean } = {}) {
  const acme = await browserApp.emptyWorkspace('Acme')
  await seed(acme)
  const member = await acme.member('member')
  const page = await member.page(options)
  await page.goto(`${acme.home}/requests/review`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return { acme, page }
}

const seed = ({ write }: ConsoleWorkspace) =>
  write(async (tx) => {
    const { id } = await createFeedback(tx, { title: 'Dark mode' }, caps)
    await setStatus(tx, id, 'approved')
    const customerId = await upsertVisitor(tx, { email: 'eve@x.example', name: 'Eve' })
    const asEve = { ...tx, actor: { type: 'customer' as const, id: customerId } }
    const comment = { body: 'See https://x.example' }
    await postOwnComment(asEve, { of: 'feedback_id', id }, comment, { customerId, caps }, { isSuspect: true })
    const own = await createFeedback(tx, { title: 'Night mode', description: 'Easier to read' }, caps)
    await setStatus(tx, own.id, 'approved')
    await sql`insert into feedback_context (workspace_id, feedback_id, customer_id)
      values (${tx.workspaceId}, ${own.id}, ${customerId})
      on conflict (workspace_id, feedback_id) do update set customer_id = excluded.customer_id`.execute(tx.db)
    const edit = { title: 'Night theme', description: 'Easier', version: textVersion('Night mode', 'Easier to read') }
    await editOwnRequest(asEve, own.id, edit, { customerId, isSuspect: true })
    await reportContent(asEve, { of: 'feedback_id', id }, 'spam', customerId)
  })

const commentsOf = async ({ write }: ConsoleWorkspace) =>
  write(async ({ db, workspaceId }) => {
    const comments = db.selectFrom('comments').select('body').where('workspace_id', '=', workspaceId)
    return (await comments.orderBy('created_at').orderBy('id').execute()).map(({ body }) => body)
  })

const titleOfRequest = ({ write }: ConsoleWorkspace) =>
  write(async ({ db, workspaceId }) => {
    const requests = db.selectFrom('feedback').select('title').where('workspace_id', '=', workspaceId)
    return (await requests.where('title', 'like', 'Night%').executeTakeFirstOrThrow()).title
  })

/** Creates a workspace in which Eve's answer to Bob's comment waits for review. */
async function openAnswer(options: { javaScriptEnabled?: boolean } = {}) {
  const acme = await browserApp.emptyWorkspace('Acme')
  await acme.write(async (tx) => {
    const { id } = await createFeedback(tx, { title: 'Dark mode' }, caps)
    await setStatus(tx, id, 'approved')
    const question = { body: 'When?', submitter: { email: 'bob@x.example' } }
    const { id: parentId } = await createComment(tx, { of: 'feedback_id', id }, question, caps)
    const customerId = await upsertVisitor(tx, { email: 'eve@x.example', name: 'Eve' })
    const asEve = { ...tx, actor: { type: 'customer' as const, id: customerId } }
    const answer = { body: 'In May', parentId }
    await postOwnComment(asEve, { of: 'feedback_id', id }, answer, { customerId, caps }, { isSuspect: true })
    await tx.db.deleteFrom('notification_events').where('workspace_id', '=', acme.id).execute()
  })
  const page = await (await acme.member('member')).page(options)
  await page.goto(`${acme.home}/requests/review`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return { acme, page }
}

const newsOf = async ({ id }: ConsoleWorkspace) => {
  const { rows } = await browserApp.testApp.database.pool.query(
    'select kind from notification_events where workspace_id = $1',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

suite('comments, edits and reports in the review queue', () => {
  test('says whom an approved comment emails, and cancels the email with or without the approval', async () => {
    const { acme, page } = await openAnswer()
    const article = page.getByRole('article', { name: 'Comment on “Dark mode”' })
    await article.getByRole('switch', { name: 'Email 1 person' }).waitFor()
    assert.equal(await article.getByLabel('Note to them').count(), 0)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('a')
    await page.getByText('Comment approved and public. · Emailing 1 person in 2 minutes').waitFor()
    assert.deepEqual(await newsOf(acme), ['reply'])
    await page.keyboard.press('z')
    await article.waitFor()
    assert.deepEqual(await newsOf(acme), [])
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Don’t email' }).click()
    await page.getByText('No one will be emailed. The change stays.').waitFor()
    assert.deepEqual([await newsOf(acme), await commentsOf(acme)], [[], ['When?', 'In May']])
  })

  test('approves a comment without email, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { acme, page } = await openAnswer({ javaScriptEnabled })
      await page.getByRole('switch', { name: 'Email 1 person' }).uncheck()
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
      await page.getByText('Comment approved and public. · No one will be emailed').waitFor()
      assert.deepEqual([await newsOf(acme), await commentsOf(acme)], [[], ['When?', 'In May']])
    }
  })

  test('decides on a comment and a report with the keys of requests, and undoes a decision', async () => {
    const { acme, page } = await openQueue()
    await page.getByText('3 waiting').first().waitFor()
    const comment = page.getByRole('article', { name: 'Comment on “Dark mode”' })
    await page.keyboard.press('j')
    await comment.getByText('See https://x.example').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('a')
    await page.getByText('Comment approved and public.').waitFor()
    assert.deepEqual(await commentsOf(acme), ['See https://x.example'])
    await page.keyboard.press('z')
    await comment.waitFor()
    assert.deepEqual(await commentsOf(acme), [])
    await page.getByRole('link', { name: 'Edit of “Night mode”' }).click()
    const edit = page.getByRole('article', { name: 'Edit of “Night mode”' })
    assert.equal(await edit.locator('del').first().textContent(), 'mode')
    assert.equal(await edit.locator('ins').first().textContent(), 'theme')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('a')
    await page.getByText('Edit approved and public.').waitFor()
    assert.equal(await titleOfRequest(acme), 'Night theme')
    await page.keyboard.press('z')
    await page.getByRole('link', { name: 'Edit of “Night mode”' }).waitFor()
    assert.equal(await titleOfRequest(acme), 'Night mode')
    await page.getByRole('link', { name: 'Reported request “Dark mode”' }).click()
    await page.getByText('spam (1)').waitFor()
    await page.keyboard.press('a')
    await page.getByText('Kept. The reports are closed.').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('works without JavaScript', async () => {
    const { acme, page } = await openQueue({ javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Reported request “Dark mode”' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed from the portal.').waitFor()
    await page.getByRole('link', { name: 'Edit of “Night mode”' }).click()
    await page.getByRole('article', { name: 'Edit of “Night mode”' }).getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Edit approved and public.').waitFor()
    assert.equal(await titleOfRequest(acme), 'Night theme')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Comment approved and public.').waitFor()
    await page.getByRole('heading', { name: 'All caught up' }).waitFor()
    assert.deepEqual(await commentsOf(acme), ['See https://x.example'])
  })
})
