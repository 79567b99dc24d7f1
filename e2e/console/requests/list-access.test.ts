import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
await acme.write((tx) => createFeedback(tx, { title: 'CSV export' }, { free: 100, starter: 1_000, growth: null }))

test('returns 404 to non-members and ignores invalid filters', async () => {
  const outsider = await (await browserApp.person()).page()
  for (const path of [
    '/requests',
    '/requests/review',
    '/requests/new',
    '/requests/similar?title=A',
    '/requests/customers',
  ]) {
    assert.equal((await outsider.goto(`${acme.home}${path}`))?.status(), 404, path)
  }
  const page = await (await acme.member('member')).page()
  for (const query of ['unanswered=x', 'stage=gone', 'board=x', 'sort=best', 'after=x', `search=${'a'.repeat(201)}`]) {
    assert.equal((await page.goto(`${acme.home}/requests?${query}`))?.status(), 200, query)
    await page.getByRole('link', { name: 'CSV export', exact: true }).waitFor()
  }
  assert.equal((await page.goto(`${acme.home}/requests/review?after=x`))?.status(), 200)
})
