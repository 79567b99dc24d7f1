import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../server/test/test-app.ts'
import { openPage } from '../support/browser.ts'

test('shows the operations of openapi.json in the API reference', async () => {
  const { origin } = await createTestApp()
  const page = await openPage()
  await page.goto(`${origin}/docs/`)
  assert.equal(await page.title(), 'Heed API reference')
  await page.getByText('List feedback requests').first().waitFor()
})
