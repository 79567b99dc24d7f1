import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { currentWidgetToken } from '../../server/test/clients/widget-client.ts'
import { openPage } from './browser.ts'
import type { ConsoleWorkspace } from './browser-app.ts'

export interface Embedding {
  identity?: string
  width?: number
  attributes?: string
  /** Attributes of the page's root element. */
  root?: string
  /** More image sources that the page's content security policy allows. */
  imageSources?: string
}

/** A product's site on another origin, which embeds the widget. */
export interface ProductSite {
  /** The origin of the site. */
  home: string
  /** Opens a page of the site with the widget embedded. */
  embed(workspace: Pick<ConsoleWorkspace, 'id' | 'slug' | 'write'>, embedding?: Embedding, body?: string): Promise<Page>
}

/** Starts a site whose policy allows only what docs/api/widget.md lists, and requires Trusted Types. */
export async function startProductSite(heed: string): Promise<ProductSite> {
  let markup = ''
  let policy = ''
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(markup)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    home,
    async embed(
      workspace,
      { identity = '', width = 1280, attributes = '', root = '', imageSources = '' } = {},
      body = '<main><h1>Product</h1><p><a href="#a">A link</a></p></main>',
    ) {
      const token = await currentWidgetToken(workspace)
      policy = `default-src 'none'; img-src 'self' ${imageSources}; script-src ${heed}; connect-src ${heed}; require-trusted-types-for 'script'; trusted-types 'none'`
      markup = `<!doctype html><html lang="en" ${root}><head><title>Product</title></head><body>
${body}
<script async src="${heed}/p/-/widget.js" data-workspace="${workspace.slug}" data-token="${token}"
  data-identity="${identity}" ${attributes}></script></body></html>`
      const page = await openPage({ viewport: { width, height: 800 } })
      await page.goto(`${home}/calendar?view=week#today`)
      return page
    },
  }
}

export const launcherOf = (page: Page): Locator => page.getByRole('button', { name: /^Feedback/ })
export const panelOf = (page: Page): Locator => page.getByRole('dialog')

/** Publishes a changelog entry. @returns its id */
export const publishUpdate = (
  workspace: Pick<ConsoleWorkspace, 'write'>,
  title: string,
  body: string,
): Promise<string> =>
  workspace.write(async (tx) => {
    const { id } = await createEntry(tx, { title, body })
    await publishEntry(tx, id)
    return id
  })
