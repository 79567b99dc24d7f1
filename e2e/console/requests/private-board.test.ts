import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBoard } from '../../../server/boards/create.ts'
import { createEntry } from '../../../server/changelog/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const member = await acme.member('member')

const completed = async (title: string, boardId?: string): Promise<string> => {
  const { id } = await acme.write((tx) => createFeedback(tx, { title, ...(boardId && { boardId }) }, caps))
  await acme.write((tx) => setStage(tx, id, 'completed'))
  return id
}

const privateBoard = await acme.write((tx) => createBoard(tx, { name: 'Team', slug: 'team', isPublic: false }))
const linkedFeedbackIds = [await completed('Export tables'), await completed('Secret plan', privateBoard.id)]
const entry = await acme.write((tx) => createEntry(tx, { title: 'Exports', body: 'All.', linkedFeedbackIds }))

const open = async (page: Page, path: string) => {
  await page.goto(`${acme.home}/changelog/${path}`)
  await waitForHydration(page)
}

suite('a request on a private board', () => {
  test('is marked as hidden from customers in the editor and counted before publishing', async () => {
    const page = await member.page()
    await open(page, `${entry.id}/edit`)
    await page.getByRole('checkbox', { name: /^Secret plan.*Hidden from customers/ }).waitFor()
    await page.getByRole('checkbox', { name: /^Export tables/ }).waitFor()
    assert.equal(await page.getByText('Hidden from customers').count(), 1)
    await open(page, `${entry.id}/publish`)
    await page.getByText('1 linked request isn’t public, so customers won’t see it.').waitFor()
  })
})
