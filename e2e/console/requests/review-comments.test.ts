import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
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
  write(async (tx) => (await tx.db.selectFrom('comments').select('body').execute()).map(({ body }) => body))

const titleOfRequest = ({ write }: ConsoleWorkspace) =>
  write(async ({ db, workspaceId }) => {
    const requests = db.selectFrom('feedback').select('title').where('workspace_id', '=', workspaceId)
    return (await requests.where('title', 'like', 'Night%').executeTakeFirstOrThrow()).title
  })

suite('comments, edits and reports in the review queue', () => {
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
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Edit approved and public.').waitFor()
    assert.equal(await titleOfRequest(acme), 'Night theme')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Comment approved and public.').waitFor()
    await page.getByRole('heading', { name: 'All caught up' }).waitFor()
    assert.deepEqual(await commentsOf(acme), ['See https://x.example'])
  })
})
