import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import packed from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterFile, afterShard } from '../../server/test/lifetime.ts'

let starting: Promise<Browser> | null = null

/**
 * Returns a real Chromium, which all files of this process share: the packaged one, or the one that HEED_CHROMIUM names
 * on platforms without a package.
 */
export function getBrowser(): Promise<Browser> {
  if (starting === null) {
    starting = launch()
    afterShard(async () => (await starting)?.close())
  }
  return starting
}

async function launch(): Promise<Browser> {
  const executablePath = process.env.HEED_CHROMIUM ?? (await unpackedBrowser())
  // Chromium can't use its sandbox as root, as in containers. The tests only open our own pages.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']
  return chromium.launch({ executablePath, args, headless: true })
}

/**
 * The package unpacks Chromium into the temporary folder. Another user's copy and an incomplete one can't be run, so each
 * user has a folder of their own, which is renamed into place when it's complete.
 */
async function unpackedBrowser(): Promise<string> {
  const folder = join(tmpdir(), `heed-browser-${process.getuid?.() ?? 'any'}`)
  if (!existsSync(join(folder, 'chromium'))) {
    const draft = await mkdtemp(`${folder}-`)
    await executableIn(draft)
    // Another process may have been faster.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  }
  return executableIn(folder)
}

/** Returns the path of the executable in this folder, after unpacking it if necessary. */
async function executableIn(folder: string): Promise<string> {
  const originalTmpdir = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await packed.executablePath()
  } finally {
    if (originalTmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = originalTmpdir
  }
}

const errorsByPage = new WeakMap<Page, string[]>()

/** Opens a page in a new context without cookies, and records its browser errors. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await getBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(20_000)
  afterFile(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  errorsByPage.set(page, errors)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  return page
}

/** Returns the errors and warnings since the page was opened: scripts, content security policy, hydration. */
export const browserErrors = (page: Page): string[] => errorsByPage.get(page) ?? []

/**
 * Returns the accessibility violations on the page (axe: WCAG 2.2 A and AA, and best practices).
 * @param rules ids of the rules to check; by default all
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // The default mode opens another page for each check, which is only needed for frames.
  const checker = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? checker.withRules(rules) : checker).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** Resolves after hydration; before that, a click submits a plain form. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset.ready)
