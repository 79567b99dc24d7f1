import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntry } from '../../../server/changelog/create.ts'
import { getEntry } from '../../../server/changelog/queries.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

test('unsaved text survives a save without a connection, the end of the session, and a closed tab', async () => {
  const { id } = await acme.write((tx) => createEntry(tx, { title: 'Entry', body: 'Before' }))
  const page = await mara.page()
  const url = `${acme.home}/changelog/${id}/edit`
  await page.goto(url)
  await waitForHydration(page)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('After')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByLabel('Notifications').getByText(/saved/i).waitFor()
  assert.equal(await text.inputValue(), 'After')
  await page.context().setOffline(false)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/sign-in/)
  await page.close()
  await page.context().addCookies(cookies)
  const reopened = await page.context().newPage()
  await reopened.goto(url)
  await waitForHydration(reopened)
  await reopened.getByText('Unsaved text restored').waitFor()
  assert.equal(await reopened.getByRole('textbox', { name: 'Text' }).inputValue(), 'After')
  assert.equal((await acme.write((tx) => getEntry(tx, id))).body, 'Before')
})
