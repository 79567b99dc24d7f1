import type { Page } from 'playwright-core'
import { setPortalSettings } from '../../server/test/clients/widget-client.ts'
import type { BrowserApp } from '../support/browser-app.ts'
import { startProductSite } from '../support/widget-page.ts'

const productPage = `<main><h1>Calendar</h1><p>Week 47</p></main>`

/** Captures the widget on a product's page, in each size and theme: closed, each tab, its errors, and an entry. */
export async function captureWidget(
  browserApp: BrowserApp,
  folder: URL,
  sizes: { width: number; height: number }[],
  themes: readonly ('light' | 'dark')[],
): Promise<void> {
  const { home, embed } = await startProductSite(browserApp.origin)
  const demo = await browserApp.demoWorkspace()
  const legal = { privacyUrl: 'https://example.com/privacy', termsUrl: 'https://example.com/terms' }
  await setPortalSettings(demo, { widgetOrigins: [home], ...legal })
  for (const { width, height } of sizes) {
    for (const colorScheme of themes) {
      const page = await embed(demo, { width, attributes: `data-theme="${colorScheme}"` }, productPage)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const shoot = (name: string) =>
        page.screenshot({ path: new URL(`widget-${name}-${width}-${colorScheme}.png`, folder).pathname })
      for (const [name, show] of steps) {
        await show(page)
        await shoot(name)
      }
      await page.close()
    }
  }
}

const panelOf = (page: Page) => page.getByRole('dialog')

const openTab = (name: string) => async (page: Page) => {
  await panelOf(page).getByRole('tab', { name }).click()
  // Moves the pointer away, so that it covers nothing.
  await page.mouse.move(0, 0)
}

/** Each step continues on the page of the previous one. */
const steps: [string, (page: Page) => Promise<unknown>][] = [
  ['closed', (page) => page.getByRole('button', { name: /^Feedback/ }).waitFor()],
  [
    'request',
    async (page) => {
      await page.getByRole('button', { name: /^Feedback/ }).click()
      await panelOf(page).getByLabel('Title').waitFor()
    },
  ],
  [
    'error',
    async (page) => {
      await panelOf(page).getByRole('button', { name: 'Send request' }).click()
      await panelOf(page).getByText('Enter a title.').waitFor()
    },
  ],
  [
    'similar',
    async (page) => {
      await panelOf(page).getByLabel('Title').fill('Google Calendar')
      await panelOf(page).getByText('Is it one of these?').waitFor()
    },
  ],
  [
    'offline',
    async (page) => {
      await panelOf(page).getByLabel('Title').fill('ساعات هادئة للإشعارات')
      await panelOf(page).getByText('Is it one of these?').waitFor({ state: 'hidden' })
      await page.context().setOffline(true)
      await panelOf(page).getByRole('button', { name: 'Send request' }).click()
      await panelOf(page).getByText('You’re offline.').waitFor()
      await page.context().setOffline(false)
    },
  ],
  [
    'email',
    async (page) => {
      await panelOf(page).getByLabel('Title').fill('Quiet hours for notifications')
      await panelOf(page).getByLabel('Email (optional)').fill('ada@example.com')
      await panelOf(page).getByRole('button', { name: 'Send request' }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'sent',
    async (page) => {
      await panelOf(page).getByRole('button', { name: 'Send request' }).click()
      await panelOf(page).getByText('Your request was sent').waitFor()
    },
  ],
  ['vote', openTab('Vote')],
  ['updates', openTab('Updates')],
  [
    'entry',
    async (page) => {
      await panelOf(page).getByRole('link').first().click()
      await panelOf(page).locator('.prose').waitFor()
    },
  ],
]
