import { cpus, release, totalmem } from 'node:os'
import { type BenchName, exitWithUsage, parseBenchArguments } from './arguments.ts'
import { runBenchmarks } from './benchmarks.ts'
import { cleanUpOnSignal } from './clean-up.ts'

// Measures the table of docs/benchmarks.md on this machine and prints it. Needs 3 GB of disk. Inserting a million
// requests alone takes about 14 minutes.
// `npm run bench -- short` skips the rows that need a million requests, and `-- api` also those that are not about the
// API. `-- large [requests]` measures only those two rows; with fewer requests, it takes less time and measures less.
// The following measure something else instead: `-- search` searches by words, `-- portal` the portal's list, `-- space`
// the bytes of a request, `-- console-open` opening a request in the console, `-- installation` the size of an
// installation for running and the time of commands, `-- webhooks [events]` deliveries of webhooks, `-- import [share]` an
// import, `-- export [share]` the export of a workspace, and `-- growth [shares]` figures at shares of three million
// requests, by default 0.01 0.1 1.
const { name, numbers } = readArguments()
const benchmarks: Record<BenchName, () => Promise<unknown>> = {
  full: () => printTable('full'),
  short: () => printTable('short'),
  api: () => printTable('api'),
  large: () => printTable('large'),
  search: () => import('./search.ts'),
  portal: () => import('./portal-list.ts'),
  installation: () => import('./installation.ts'),
  space: () => import('./space.ts'),
  growth: async () => (await import('./growth/run.ts')).printGrowth(numbers.length > 0 ? numbers : [0.01, 0.1, 1]),
  webhooks: async () => (await import('./webhooks/run.ts')).printWebhooks(numbers[0]),
  import: async () => (await import('./import/run.ts')).printImport(numbers[0]),
  export: async () => (await import('./export.ts')).printExport(numbers[0]),
  // Outside of this folder, because it also has code that runs in a browser, which has other types.
  'console-open': () => import(new URL('../e2e/benchmarks/console-open.ts', import.meta.url).href),
}

cleanUpOnSignal()
console.log(`Heed benchmark, ${new Date().toISOString().slice(0, 10)}`)
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`,
)
console.log(`Node.js ${process.version}, PostgreSQL 18 (embedded)\n`)
await benchmarks[name]()

function readArguments(): ReturnType<typeof parseBenchArguments> {
  try {
    return parseBenchArguments(process.argv.slice(2))
  } catch (error) {
    return exitWithUsage((error as Error).message)
  }
}

async function printTable(extent: Parameters<typeof runBenchmarks>[0]): Promise<void> {
  console.log('| figure | required | target | measured | met |')
  console.log('|---|---|---|---|---|')
  for await (const { figure, required, target, measured, met, note } of runBenchmarks(extent, numbers[0])) {
    const cells = [figure, required, target, note === undefined ? measured : `${measured}; ${note}`]
    console.log(`| ${cells.join(' | ')} | ${met} |`)
  }
}
