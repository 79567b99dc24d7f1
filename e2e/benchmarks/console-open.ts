import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createBenchDataDir, removeDataDir, startBenchServer } from '../../bench/bench-server.ts'
import { signInToDemo } from '../../bench/console.ts'
import { openBenchDatabase } from '../../bench/dataset.ts'
import { runCleanups } from '../../server/test/lifetime.ts'
import { openPage, waitForHydration } from '../support/browser.ts'

// Measures how long a request takes to open from the console's list, from the click to the frame that shows its
// conversation, in a real browser: on this machine as it is, and with two processes that use all the time they get.
// Run: npm run bench -- console-open
const rounds = 12
const opensPerRound = 4
// People press the button about this long after the pointer has reached a link.
const hoverMs = 200
// Twice the time after which the list loads the scripts of the request page.
const idleMs = 1_000
const burners = 2

/** When the first request is opened: when the list has been idle for a while, or as soon as its scripts have started. */
type Start = (typeof starts)[number]
const starts = ['idle', 'at once'] as const

interface Opening {
  ms: number
  dataRequests: number
  scripts: number
}

const dataDir = await createBenchDataDir()
const server = await startBenchServer(dataDir)
const database = openBenchDatabase(server.socketDir)
try {
  const { slug, cookie } = await signInToDemo(server, database)
  const list = `${server.origin}/console/w/${slug}/requests`
  await measureRound(list, cookie, 'at once', hoverMs)
  console.log('| machine | opening | hover ms | p50 ms | p95 ms | data requests | scripts |')
  console.log('|---|---|---|---|---|---|---|')
  await report('as it is', list, cookie)
  const processes = startBurners()
  await report(`with ${burners} busy processes`, list, cookie)
  for (const process of processes) process.kill('SIGKILL')
} finally {
  await runCleanups('file')
  await runCleanups('shard')
  await database.close()
  await server.stop()
  await removeDataDir(dataDir)
}

function startBurners(): ChildProcess[] {
  return Array.from({ length: burners }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
}

async function report(machine: string, list: string, cookie: string): Promise<void> {
  for (const hover of [hoverMs, 0]) {
    const first = { idle: [] as Opening[], 'at once': [] as Opening[] }
    const later: Opening[] = []
    for (let round = 0; round < rounds; round++) {
      for (const start of starts) {
        const [opening, ...others] = await measureRound(list, cookie, start, hover)
        first[start].push(opening!)
        later.push(...others)
      }
    }
    printRow(machine, `first, ${idleMs / 1_000} s after the list has loaded`, hover, first.idle)
    printRow(machine, 'first, as soon as the list works', hover, first['at once'])
    printRow(machine, 'later', hover, later)
  }
}

function printRow(machine: string, opening: string, hover: number, openings: Opening[]): void {
  const times = openings.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(0)
  const mean = (of: 'dataRequests' | 'scripts') =>
    (openings.reduce((sum, each) => sum + each[of], 0) / openings.length).toFixed(1)
  const figures = [at(0.5), at(0.95), mean('dataRequests'), mean('scripts')]
  console.log(`| ${[machine, opening, hover, ...figures].join(' | ')} |`)
}

/** Loads the list with an empty cache, and opens one request after another. */
async function measureRound(list: string, cookie: string, start: Start, hover: number): Promise<Opening[]> {
  const page = await openPage()
  await page.context().setExtraHTTPHeaders({ cookie })
  await page.goto(list, { waitUntil: 'commit' })
  await waitForHydration(page)
  if (start === 'idle') {
    await page.waitForLoadState('networkidle')
    await sleep(idleMs)
  }
  const openings: Opening[] = []
  for (let row = 0; row < opensPerRound; row++) openings.push(await openRow(page, row, hover))
  await page.context().close()
  return openings
}

async function openRow(page: Page, row: number, hover: number): Promise<Opening> {
  const link = page.locator('.row-link').nth(row)
  const title = (await link.textContent())!
  await link.scrollIntoViewIfNeeded()
  const box = (await link.boundingBox())!
  const measuring = page.evaluate(measureUntilShown, title)
  const requests: string[] = []
  const record = (request: { url(): string }) => requests.push(new URL(request.url()).pathname)
  page.on('request', record)
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await sleep(hover)
  await page.mouse.down()
  await page.mouse.up()
  const ms = await measuring
  // The next opening begins when everything of this one has loaded.
  await page.waitForLoadState('networkidle')
  await sleep(300)
  page.off('request', record)
  return {
    ms,
    dataRequests: requests.filter((path) => path.endsWith('.data')).length,
    scripts: requests.filter((path) => path.endsWith('.js')).length,
  }
}

/** Runs in the page. @returns the milliseconds from the next click to the frame with the conversation of a request and all styles */
function measureUntilShown(title: string): Promise<number> {
  return new Promise((resolve) => {
    const styles = document.getElementsByTagName('link')
    // Earlier versions add style sheets with `media="not all"`, which need not load.
    const isStyled = () =>
      [...styles].every(({ rel, media, sheet }) => rel !== 'stylesheet' || media === 'not all' || sheet !== null)
    const isShown = () =>
      document.querySelector('#request-title')?.textContent === title &&
      document.querySelector('#compose') !== null &&
      isStyled()
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const check = () => {
          if (!isShown()) return requestAnimationFrame(check)
          // This frame shows it. A task that is queued in the callback of a frame runs after the frame has been painted.
          return setTimeout(() => resolve(performance.now() - timeStamp))
        }
        check()
      },
      { capture: true, once: true },
    )
  })
}
