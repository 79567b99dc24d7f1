import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import packed from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

let starting: Promise<Browser> | null = null

// Here and not where it is launched: inside a test, it would end with that test.
after(async () => (await starting)?.close())

/** A real Chromium: of the package, or the one that HEED_CHROMIUM names (a package for each platform there is not). */
export function getBrowser(): Promise<Browser> {
  starting ??= launch()
  return starting
}

async function launch(): Promise<Browser> {
  const executablePath = process.env.HEED_CHROMIUM ?? (await unpackedBrowser())
  // One that runs as root, as in containers, has no sandbox; pages here are our own.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']
  return chromium.launch({ executablePath, args, headless: true })
}

/**
 * The package unpacks it into the temporary folder, where what another user has unpacked cannot be run, and what is being
 * unpacked cannot be run yet. So each user has a folder, which appears when it is whole.
 */
async function unpackedBrowser(): Promise<string> {
  const own = join(tmpdir(), `heed-browser-${process.getuid?.() ?? 'any'}`)
  if (!existsSync(join(own, 'chromium'))) {
    const draft = await mkdtemp(`${own}-`)
    await pathIn(draft)
    // Somebody else may have been first.
    await rename(draft, own).catch(() => rm(draft, { recursive: true }))
  }
  return pathIn(own)
}

/** Where it is in this folder, unpacked if it is not. */
async function pathIn(folder: string): Promise<string> {
  const shared = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await packed.executablePath()
  } finally {
    if (shared === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = shared
  }
}

const errorsByPage = new WeakMap<Page, string[]>()

/** A page of its own, without cookies, that notes whatever the browser complains of. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await getBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const noted: string[] = []
  errorsByPage.set(page, noted)
  page.on('pageerror', (error) => noted.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noted.push(message.text())
  })
  return page
}

/** What the browser complained of since the page was opened: errors of scripts, of the policy, of hydration. */
export const browserErrors = (page: Page): string[] => errorsByPage.get(page) ?? []

/**
 * What an accessibility checker finds on the page (WCAG 2.2 A and AA, and best practice).
 * @param rules only these, by their ids.
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Pages here have no frames; the other mode opens a page of its own each time.
  const checker = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? checker.withRules(rules) : checker).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** Resolves when the page's scripts have taken it over: until then a click is a plain form. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset.ready)
