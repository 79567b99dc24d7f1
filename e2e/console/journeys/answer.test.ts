import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin } from '../../support/interactions.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

/** Opens a request with so many comments that the reply field is far below the first screen. */
async function openDiscussion(device: Device) {
  const submitter = { email: 'ida@example.com', name: 'Ida' }
  const { id } = await acme.write((tx) => createFeedback(tx, { title: 'Export to Excel', submitter }, caps))
  await acme.write((tx) => setStatus(tx, id, 'approved'))
  for (let number = 1; number <= 12; number += 1) {
    const body = `This is what we do about it meanwhile, in ${number} steps.`
    await acme.write((tx) => createComment(tx, { of: 'feedback_id', id }, { body }, caps))
  }
  const page = await mara.page(deviceOptions[device])
  await page.goto(`${acme.home}/requests/${id}`)
  await waitForHydration(page)
  return page
}

suite('answering a request with a long discussion', () => {
  test('answers and assigns it with four keys on a desktop', async () => {
    const page = await openDiscussion('desktop')
    await doWithin(page, 4, async ({ press, type }) => {
      await press('r')
      await type('On it!')
      await press('ControlOrMeta+Enter')
      await page.getByRole('article').getByText('On it!').waitFor()
      await page.getByLabel('Your reply').blur()
      await press('a')
      await page.getByRole('group', { name: 'Set owner' }).getByRole('button').first().waitFor()
      await press('Enter')
    })
    await page.getByRole('article').getByRole('button', { name: 'Owner: Mara Lindqvist' }).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('assigns and answers it with four taps on a phone', async () => {
    const page = await openDiscussion('phone')
    const article = page.getByRole('article')
    await doWithin(page, 4, async ({ use, type }) => {
      await use(article.getByRole('button', { name: 'Owner: No owner' }))
      await use(page.getByRole('group', { name: 'Set owner' }).getByRole('button', { name: 'Mara Lindqvist (you)' }))
      await article.getByRole('button', { name: 'Owner: Mara Lindqvist' }).waitFor()
      await use(article.getByRole('link', { name: 'Write a reply' }))
      await page.getByLabel('Your reply').and(page.locator(':focus')).waitFor()
      await type('On it!')
      await use(page.getByRole('button', { name: 'Send reply' }))
    })
    await article.getByText('On it!').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('adds a team note with two keys on a desktop', async () => {
    const page = await openDiscussion('desktop')
    await doWithin(page, 2, async ({ press, type }) => {
      await press('n')
      await type('They pay for 40 seats.')
      await press('ControlOrMeta+Enter')
    })
    await page.getByRole('article').getByText('They pay for 40 seats.').waitFor()
    await page.getByText('Note added.').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('adds a team note with four taps on a phone', async () => {
    const page = await openDiscussion('phone')
    await doWithin(page, 4, async ({ use, type }) => {
      await use(page.getByRole('link', { name: 'Write a reply' }))
      await use(page.locator('label', { hasText: 'Team note' }))
      await use(page.getByLabel('Your note'))
      await type('They pay for 40 seats.')
      await use(page.getByRole('button', { name: 'Add note' }))
    })
    await page.getByText('Note added.').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })
})
