import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { deleteFeedback } from '../../../server/feedback/delete.ts'
import { mergeFeedback } from '../../../server/feedback/merge/merge.ts'
import { waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const other = await browserApp.emptyWorkspace('Other')
const mara = await acme.member('member', 'Mara Lindqvist')

const file = async (workspace: ConsoleWorkspace, title: string): Promise<string> =>
  (await workspace.write((tx) => createFeedback(tx, { title }, caps))).id

suite('a reply to a request that was merged or deleted meanwhile', () => {
  test('is posted to the request it was merged into, with a notice', async () => {
    const [id, into] = [await file(acme, 'Export'), await file(acme, 'Export as CSV')]
    const page = await mara.page()
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    await page.getByLabel('Your reply').fill('We look at it.')
    await acme.write((tx) => mergeFeedback(tx, id, into))
    await page.getByRole('button', { name: 'Send reply' }).click()
    await page.getByText('Reply sent. The request you opened was merged into this one.').waitFor()
    await page.getByRole('heading', { name: 'Export as CSV' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'We look at it.' }).last().waitFor()
    assert.match(page.url(), new RegExp(`/requests/${into}$`))
  })

  test('is rejected alike for a deleted, a foreign and an unknown request', async () => {
    const [deleted, foreign] = [await file(acme, 'Gone'), await file(other, 'Theirs')]
    await acme.write((tx) => deleteFeedback(tx, deleted))
    const page = await mara.page()
    for (const id of [deleted, foreign, crypto.randomUUID()]) {
      const response = await page.request.post(`${acme.home}/requests/${id}`, {
        form: { intent: 'comment', mode: 'reply', body: 'Hello' },
        headers: { origin: browserApp.origin },
      })
      assert.equal(response.status(), 400)
      assert.match(await response.text(), /Page not found/)
    }
    const { comments } = await other.write((tx) =>
      tx.db.selectFrom('feedback').select('comments').where('workspace_id', '=', other.id).executeTakeFirstOrThrow(),
    )
    assert.equal(comments, 0)
  })
})
