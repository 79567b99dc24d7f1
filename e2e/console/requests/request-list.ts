import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

/** What the router keeps in the page. */
export interface RouterWindow {
  __reactRouterManifest: { routes: Record<string, { module: string }> }
  __reactRouterRouteModules: Record<string, unknown>
}

const caps = { free: 100, starter: 1_000, growth: null }

/** Starts Heed with an empty workspace and a member whose browsers open the request list. */
export async function createRequestListApp() {
  const browserApp = await createBrowserApp()
  const acme = await browserApp.emptyWorkspace('Acme')
  const mara = await acme.member('member', 'Mara Lindqvist')

  const file = async (title: string): Promise<string> =>
    (await acme.write((tx) => createFeedback(tx, { title, description: `About ${title}` }, caps))).id

  /** Opens the list in a browser whose clock a test can stop, and records its data requests. */
  async function openList(prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const page = await mara.page()
    await page.clock.install()
    await prepare(page)
    await page.goto(`${acme.home}/requests`)
    await waitForHydration(page)
    const dataRequests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.data')) dataRequests.push(pathname)
    })
    return { page, dataRequests }
  }

  return { acme, mara, file, openList }
}

export const link = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Requests' }).getByRole('link', { name: title, exact: true })
export const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
export const isDataOf = (id: string) => (request: { url(): string }) =>
  new URL(request.url()).pathname.endsWith(`/requests/${id}.data`)

/**
 * Tells whether the script of the request page has run, and the preload links of the page's own scripts are removed. Runs in the
 * page.
 */
export function isRequestPageReady(): boolean {
  const hasRun = 'requests/detail/page' in (window as unknown as RouterWindow).__reactRouterRouteModules
  return hasRun && document.querySelector('link[rel="modulepreload"][href*="entry.client"]') === null
}

/** Moves the pointer to a row and waits until its request has been prefetched. */
export async function hover(page: Page, title: string, id: string): Promise<void> {
  const loaded = page.waitForEvent('requestfinished', isDataOf(id))
  await link(page, title).hover()
  await loaded
}
