import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packed, { inflate } from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { afterFile, afterShard, describeAfterFailure } from '../../server/test/lifetime.ts'

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

/** A name of this computer whose pages are not secure contexts. */
export const plainHttpHost = 'plain.heed.test'

async function launch(): Promise<Browser> {
  // Chromium has no sandbox when it runs as root, as in containers. It only opens our own pages here.
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    // A name for tests of plain HTTP, which browsers do not trust as they trust loopback addresses.
    `--host-resolver-rules=MAP ${plainHttpHost} 127.0.0.1`,
  ]
  const { HEED_CHROMIUM } = process.env
  if (HEED_CHROMIUM) return chromium.launch({ executablePath: HEED_CHROMIUM, args })
  const folder = await unpackBrowser()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    // Minimal systems have no fonts.
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts', 'fonts.conf') }),
  }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env })
}

/**
 * Unpacks the packaged browser, with the system libraries and fonts it needs, into a folder of the temporary directory.
 * Each user and version has its own folder: a file that another user unpacked cannot be executed.
 */
async function unpackBrowser(): Promise<string> {
  const packageFolder = new URL('..', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(await readFile(new URL('package.json', packageFolder), 'utf8'))
  const folder = join(
    process.env.HEED_TEST_CACHE_DIR ?? tmpdir(),
    `heed-chromium-${version}-${process.getuid?.() ?? 'any'}`,
  )
  if (!existsSync(folder)) {
    const draft = await mkdtemp(`${folder}-`)
    await withTemporaryDirectory(draft, async () => {
      await packed.executablePath()
      await inflate(fileURLToPath(new URL('bin/al2023.tar.br', packageFolder)))
    })
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontConfig(join(folder, 'fonts')))
    // Fails when another process was first.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  }
  return folder
}

/** Returns a font configuration that finds the packaged fonts; the package's own configuration points to another system's folders. */
const fontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`

/** Runs a function while TMPDIR names this folder: the package unpacks into the temporary directory only. */
async function withTemporaryDirectory(folder: string, work: () => Promise<void>): Promise<void> {
  const previous = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await work()
  } finally {
    if (previous === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previous
  }
}

const errorsByPage = new WeakMap<Page, string[]>()

// Without motion, a page reaches its final colors and positions at once. The journeys through the review queue, the command
// palette and the roadmap's board run with motion.
const contextDefaults = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const

/** Opens a page in a new context without cookies, and records its browser errors. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await getBrowser()).newContext({ ...contextDefaults, ...options })
  context.setDefaultTimeout(20_000)
  afterFile(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  errorsByPage.set(page, errors)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  describeAfterFailure(() => describePage(page))
  return page
}

const describedRequests = 15
const describedCharacters = 6_000
const describedBody = 500

/** Describes what a page shows and what it last requested. */
async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return ''
  const requests = (await page.requests()).filter((request) => !request.url().includes('/assets/'))
  const lines = await Promise.all(requests.slice(-describedRequests).map(describeRequest))
  const main = page.locator('main')
  const text = await ((await main.count()) === 1 ? main : page.locator('body')).ariaSnapshot({ timeout: 2_000 })
  return [page.url(), ...lines, ...browserErrors(page), text.slice(0, describedCharacters)].join('\n')
}

/** Describes a request, with both bodies if it is a POST that was rejected. */
async function describeRequest(request: Request): Promise<string> {
  const response = request.existingResponse()
  const status = response?.status() ?? request.failure()?.errorText ?? 'not answered'
  const line = `${request.method()} ${request.url()}: ${status}`
  if (!response || response.status() < 400 || request.method() !== 'POST') return line
  const received = await response.text().catch(String)
  return [line, request.postData() ?? '', received].map((text) => text.slice(0, describedBody)).join('\n  ')
}

/** Returns the errors and warnings since the page was opened: scripts, content security policy, hydration. */
export const browserErrors = (page: Page): string[] => errorsByPage.get(page) ?? []

/**
 * Returns the accessibility violations on the page (axe: WCAG 2.2 A and AA, and best practices). The pages have no
 * frames; each frame would need its own copy of axe.
 * @param rules ids of the rules to check; by default all
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('The page has frames, which are not checked.')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (ruleIds) => {
    // A tooltip that is fading in has less contrast than later. Animations that repeat forever are not awaited.
    const isEnding = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    )
    // Describing the elements that pass would take as long as all checks.
    const options: axe.RunOptions = { resultTypes: ['violations'], ...(ruleIds && { runOnly: ruleIds }) }
    return (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations
  }, rules)
  return violations.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target).join(' | ')}`)
}

/** Resolves after hydration; before that, a click submits a plain form. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset.ready)
