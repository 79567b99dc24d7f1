import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ensureSetupLink } from '../../../server/accounts/setup/setup.ts'
import { browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin } from '../../support/interactions.ts'

// Four fields and a button, then “New request”, its title and a button. On a phone, each field is tapped, and two are
// below the first screen.
const budgets = { desktop: 8, phone: 10 } satisfies Record<Device, number>

suite('the first run', () => {
  for (const device of ['desktop', 'phone'] satisfies Device[]) {
    test(`leads from the setup link to a first request with ${budgets[device]} interactions on a ${device}`, async () => {
      const browserApp = await createBrowserApp()
      const link = await ensureSetupLink(browserApp.testApp.database, browserApp.origin, () => new Date().toISOString())
      const page = await openPage(deviceOptions[device])
      await page.goto(link!)
      await waitForHydration(page)
      await doWithin(page, budgets[device], async ({ use, press, type }) => {
        const write = async (label: string, text: string) => {
          const field = page.getByLabel(label, { exact: true })
          const isFocused = await field.evaluate((node) => node === document.activeElement)
          if (!isFocused) await (device === 'desktop' ? press('Tab') : use(field))
          await field.and(page.locator(':focus')).waitFor()
          await type(text)
        }
        await write('Your name', 'Mara Lindqvist')
        await write('Email address', 'mara@acme.example')
        await write('Password', memberPassword)
        await write('Workspace name', 'Acme')
        await (device === 'desktop' ? press('Enter') : use(page.getByRole('button', { name: 'Finish setup' })))
        await use(page.getByRole('link', { name: 'New request' }))
        await write('Title', 'Dark mode')
        await (device === 'desktop' ? press('Enter') : use(page.getByRole('button', { name: 'Add request' })))
      })
      await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
      await page.goto(`${browserApp.origin}/console/w/acme`)
      await page.getByText('2 of 10').waitFor()
      assert.deepEqual(browserErrors(page), [])
    })
  }
})
