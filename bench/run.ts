import { cpus, release, totalmem } from 'node:os'
import { runBenchmarks } from './benchmarks.ts'
import { cleanUpOnSignal } from './clean-up.ts'

// Measures the table of docs/benchmarks.md on this machine and prints it. Takes about ten minutes and 3 GB of disk.
// `npm run bench -- short` skips the rows that need a million requests, and `-- api` also those that are not about the
// API. `-- large [requests]` measures only those two rows; with fewer requests, it takes less time and measures less.
// The following measure something else instead: `-- search` searches by words, `-- portal` the portal's list, `-- space`
// the bytes of a request, `-- console-open` opening a request in the console, `-- installation` the size of an
// installation for running and the time of commands, `-- webhooks [events]` deliveries of webhooks, `-- import [share]` an
// import, `-- export [share]` the export of a workspace, and `-- growth [shares]` figures at shares of three million
// requests, by default 0.01 0.1 1.
const extent = (['api', 'large', 'short'] as const).find((name) => process.argv.includes(name)) ?? 'full'
const others: Record<string, () => Promise<unknown>> = {
  search: () => import('./search.ts'),
  portal: () => import('./portal-list.ts'),
  installation: () => import('./installation.ts'),
  space: () => import('./space.ts'),
  growth: printGrowthTable,
  webhooks: printWebhooksTable,
  import: printImportTable,
  export: printExportTable,
  // Outside of this folder, because it also has code that runs in a browser, which has other types.
  'console-open': () => import(new URL('../e2e/benchmarks/console-open.ts', import.meta.url).href),
}
const other = process.argv.map((name) => others[name]).find((load) => load !== undefined)

cleanUpOnSignal()
console.log(`Heed benchmark, ${new Date().toISOString().slice(0, 10)}`)
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`,
)
console.log(`Node.js ${process.version}, PostgreSQL 18 (embedded)\n`)
if (other) await other()
else await printTable()

async function printGrowthTable(): Promise<void> {
  const { printGrowth } = await import('./growth/run.ts')
  const shares = process.argv.map(Number).filter((share) => share > 0 && share <= 1)
  await printGrowth(shares.length > 0 ? shares : [0.01, 0.1, 1])
}

async function printImportTable(): Promise<void> {
  const { printImport } = await import('./import/run.ts')
  await printImport(process.argv.map(Number).find((share) => share > 0 && share <= 1) ?? 1)
}

async function printWebhooksTable(): Promise<void> {
  const { printWebhooks } = await import('./webhooks/run.ts')
  await printWebhooks(process.argv.map(Number).find((count) => count > 0))
}

async function printExportTable(): Promise<void> {
  const { printExport } = await import('./export.ts')
  await printExport(process.argv.map(Number).find((share) => share > 0 && share <= 1))
}

async function printTable(): Promise<void> {
  console.log('| figure | required | target | measured | met |')
  console.log('|---|---|---|---|---|')
  const size = process.argv.map(Number).find((count) => count > 0)
  for await (const { figure, required, target, measured, met, note } of runBenchmarks(extent, size)) {
    const cells = [figure, required, target, note === undefined ? measured : `${measured}; ${note}`]
    console.log(`| ${cells.join(' | ')} | ${met} |`)
  }
}
