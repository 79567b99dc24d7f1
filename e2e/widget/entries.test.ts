import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPortalSettings } from '../../server/test/clients/widget-client.ts'
import { accessibilityViolations, browserErrors } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../support/browser-app.ts'
import { launcherOf, panelOf, publishUpdate, startProductSite } from '../support/widget-page.ts'
import { xssPayloads } from '../support/xss-payloads.ts'

const browserApp = await createBrowserApp()
const { home, embed } = await startProductSite(browserApp.origin)

async function workspaceWithWidget(name: string): Promise<ConsoleWorkspace> {
  const workspace = await browserApp.emptyWorkspace(name)
  await setPortalSettings(workspace, { widgetOrigins: [home] })
  return workspace
}

test('opens an entry inside the panel, with its text and images, and returns to the same place in the list', async () => {
  const acme = await workspaceWithWidget('Inside')
  for (let n = 0; n < 9; n += 1) await publishUpdate(acme, `Entry ${n}`, `Text ${n}. ${'More words. '.repeat(30)}`)
  const markdown = `## What changed\n\nNow **faster**, see [the notes](https://notes.example/).

![A chart](https://images.example/chart.png)\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n\`<b>&amp;\``
  await publishUpdate(acme, 'Entry 9', markdown)
  const page = await embed(acme, { imageSources: 'https://images.example' })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>'
  await page.route('https://images.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await page.getByRole('button', { name: 'Feedback, more than 9 updates' }).click()
  const panel = panelOf(page)
  await panel.getByRole('tab', { name: /^Updates/ }).click()
  assert.equal(await panel.getByText('Unread', { exact: true }).count(), 10)
  const last = panel.getByRole('link', { name: 'Entry 0' })
  await last.scrollIntoViewIfNeeded()
  const scrolled = () => panel.getByRole('tabpanel').evaluate((element) => element.scrollTop)
  const position = await scrolled()
  assert.ok(position > 0)
  await last.press('Enter')
  const heading = panel.getByRole('heading', { name: 'Entry 0' })
  await panel.getByText('Text 0.').waitFor()
  const isFocused = (element: HTMLElement) => (element.getRootNode() as ShadowRoot).activeElement === element
  assert.deepEqual([await heading.evaluate(isFocused as never), await scrolled()], [true, 0])
  await panel.getByRole('button', { name: 'All updates' }).press('Enter')
  assert.deepEqual([await last.evaluate(isFocused as never), await scrolled()], [true, position])

  await panel.getByRole('link', { name: 'Entry 9' }).click()
  await panel.getByRole('heading', { name: 'What changed', level: 4 }).waitFor()
  const link = panel.getByRole('link', { name: /^the notes\b/ })
  assert.deepEqual(
    [await link.getAttribute('target'), await link.getAttribute('rel'), await link.getAttribute('href')],
    ['_blank', 'noopener', 'https://notes.example/'],
  )
  const image = panel.getByRole('img', { name: 'A chart' })
  await image.evaluate((element: HTMLImageElement) => element.decode())
  assert.equal(await image.getAttribute('loading'), 'lazy')
  const [shown, place] = [await image.boundingBox(), await panel.boundingBox()]
  assert.ok(shown!.x >= place!.x && shown!.x + shown!.width <= place!.x + place!.width)
  await panel.getByText('<b>&amp;', { exact: true }).waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.deepEqual(browserErrors(page), [])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.close()
})

test('replaces an image that the page’s policy forbids with a link', async () => {
  const acme = await workspaceWithWidget('Blocked image')
  await publishUpdate(acme, 'Entry', 'Text\n\n![A chart](https://images.example/chart.png)')
  const page = await embed(acme)
  await launcherOf(page).click()
  await panelOf(page)
    .getByRole('tab', { name: /^Updates/ })
    .click()
  await panelOf(page).getByRole('link', { name: 'Entry' }).click()
  const link = panelOf(page).getByRole('link', { name: /^A chart\b/ })
  assert.equal(await link.getAttribute('href'), 'https://images.example/chart.png')
  await page.close()
})

test('reserves the space of a cover image until it is loaded', async () => {
  const acme = await workspaceWithWidget('Cover')
  await publishUpdate(acme, 'Entry', 'Text')
  const page = await embed(acme, { imageSources: 'https://images.example' })
  const cover = '<p><img src="https://images.example/cover.png" alt="Ann&#39;s chart" width="1200" height="600"></p>'
  await page.route('**/widget/entries/*', (route) =>
    route.fulfill({
      json: { data: { html: `${cover}<p>Text</p>`, versionLabel: null } },
      headers: { 'access-control-allow-origin': home },
    }),
  )
  // Never answered.
  await page.route('https://images.example/**', () => {})
  await launcherOf(page).click()
  await panelOf(page)
    .getByRole('tab', { name: /^Updates/ })
    .click()
  await panelOf(page).getByRole('link', { name: 'Entry' }).click()
  const image = panelOf(page).getByRole('img', { name: "Ann's chart" })
  await image.waitFor()
  const { width, height } = (await image.boundingBox())!
  assert.ok(width > 100 && Math.abs(width / height - 2) < 0.1, `${width} × ${height}`)
})

test('builds only allowed elements, even from unsanitized HTML', async () => {
  const acme = await workspaceWithWidget('Hostile')
  await publishUpdate(acme, 'Entry', 'Text')
  const page = await embed(acme)
  const html = [
    ...xssPayloads('entry'),
    '<p onclick="window.xss = 1" style="position:fixed" id="x" class="panel">Safe</p>',
    '<a href="javascript:window.xss=1">link</a><a href="data:text/html,x">data</a>',
    '<img src="https://x.example/y" onerror="window.xss=1"><img src="data:image/svg+xml,x">',
    '<script>window.xss=1</script><style>*{display:none}</style><iframe src="https://x.example"></iframe>',
    '<constructor>x</constructor><__proto__>x</__proto__><svg onload="window.xss=1"></svg><form action="/"><input>',
  ].join('\n')
  await page.route('**/widget/entries/*', (route) =>
    route.fulfill({ json: { data: { html, versionLabel: null } }, headers: { 'access-control-allow-origin': home } }),
  )
  await launcherOf(page).click()
  await panelOf(page)
    .getByRole('tab', { name: /^Updates/ })
    .click()
  await panelOf(page).getByRole('link', { name: 'Entry' }).click()
  await panelOf(page).getByText('Safe').waitFor()
  const found = await panelOf(page)
    .locator('.prose')
    .evaluate((prose) =>
      [...prose.querySelectorAll('*')].flatMap((element) => [
        element.localName,
        ...[...element.attributes].map(({ name, value }) => (/^(href|src)$/.test(name) ? value.split(':')[0]! : name)),
      ]),
    )
  const allowed = 'p a img span br hr em strong s ul ol li blockquote pre code table thead tbody tr th td h4 h5 h6'
  const attributes = 'class target rel alt loading decoding referrerpolicy align start https http mailto'
  const known = new Set(`${allowed} ${attributes}`.split(' '))
  assert.deepEqual(
    found.filter((each) => !known.has(each)),
    [],
  )
  assert.equal(await page.evaluate(() => (window as { xss?: unknown }).xss), undefined)
  await page.close()
})
