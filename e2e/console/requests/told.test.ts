import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStages } from '../../../server/feedback/lifecycle/set-stage.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { newId } from '../../../server/platform/ids.ts'
import { createDigestFixtures } from '../../../server/test/fixtures/digests.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()
const digests = await createDigestFixtures(browserApp.testApp)

suite('who was told', () => {
  test('shows who was emailed under a reply and in the history, each with its own number and names', async () => {
    const acme = await browserApp.emptyWorkspace()
    const { pool } = browserApp.testApp.database
    const id = await acme.write(async (tx) => {
      const submitter = { email: 'ada@example.com', name: 'Ada' }
      const { id } = await createFeedback(tx, { title: 'Dark mode', submitter }, caps)
      await setStatus(tx, id, 'approved')
      await addVote(tx, id, { email: 'bea@example.com' }, caps)
      return id
    })
    await pool.query(`update customers set notify_stages = false where email = 'bea@example.com'`)
    await pool.query('delete from notification_events')
    await acme.write((tx) => setStages({ ...tx, requestId: newId() }, [id], 'planned'))
    const reply = { kind: 'staff_reply' as const, body: 'In May' }
    await acme.write((tx) => createComment({ ...tx, requestId: newId() }, { of: 'feedback_id', id }, reply, caps))
    await digests.deliverDue(60)
    const page = await (await acme.member('member')).page({ viewport: { width: 390, height: 844 } })
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Emailed 1 person').press('Enter')
    await history.getByRole('link', { name: 'Ada' }).waitFor()
    assert.equal(await history.getByText('bea@example.com').count(), 0)
    const comment = page.getByRole('listitem').filter({ hasText: 'In May' })
    assert.deepEqual(browserErrors(page), [])
    const draft = page.getByLabel('Your reply')
    await draft.fill('A reply that took an hour to write')
    await page.context().setOffline(true)
    await comment.getByText('Emailed 2 people').click()
    await comment.getByText('We couldn’t reach the server.').waitFor()
    assert.equal(await draft.inputValue(), 'A reply that took an hour to write')
    await page.context().setOffline(false)
    await comment.getByText('Emailed 2 people').click()
    await comment.getByText('Emailed 2 people').click()
    await comment.getByRole('link', { name: 'bea@example.com' }).waitFor()
    await comment.getByText('ada@example.com').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
  })
})
