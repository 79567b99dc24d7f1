import { median } from '../comparison.ts'
import { deadRowsPercent, type Sample } from './sample.ts'

const figures: [string, (sample: Sample) => number][] = [
  ['requests a second', (sample) => sample.requests_per_second!],
  ['latency p50, ms', (sample) => sample.all_p50_ms!],
  ['latency p99, ms', (sample) => sample.all_p99_ms!],
  ['API p99, ms', (sample) => sample.api_p99_ms!],
  ['portal p99, ms', (sample) => sample.portal_p99_ms!],
  ['console p99, ms', (sample) => sample.console_p99_ms!],
  ['memory of the Node.js processes, MB', (sample) => sumOf(sample, 'rss_')],
  ['heap in use, MB', (sample) => sample.heap_used_mb!],
  ['memory of PostgreSQL, MB', (sample) => sample.postgres_memory_mb!],
  ['processor time of Node.js, % of a core', (sample) => sample.node_cpu_percent!],
  ['processor time of PostgreSQL, % of a core', (sample) => sample.postgres_cpu_percent!],
  ['database connections', (sample) => sample.connections!],
  ['open files', (sample) => sample.open_files!],
  ['dead rows, % of the main tables', deadRowsPercent],
  ['jobs waiting', (sample) => sample.jobs_waiting! + sample.jobs_active!],
  ['messages due', (sample) => sample.deliveries_due!],
  ['database, MB', (sample) => sample.database_mb!],
  ['write-ahead log files, MB', (sample) => sample.wal_files_mb!],
  ['requests stored', (sample) => sample.live_feedback!],
]

const sumOf = (sample: Sample, prefix: string): number =>
  Object.entries(sample).reduce((sum, [name, value]) => (name.startsWith(prefix) ? sum + value : sum), 0)

/** Prints the median of each figure in the second quarter of the run, after the start, and in the last quarter. */
export function printSummary(samples: Sample[]): void {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const early = samples.slice(quarter, 2 * quarter)
  const late = samples.slice(-quarter)
  const total = (name: string) => samples.reduce((sum, sample) => sum + sample[name]!, 0)
  console.log(`\n${total('requests')} requests, ${total('errors')} errors, ${samples.at(-1)!.jobs_dead} dead jobs\n`)
  console.log('| median | second quarter | last quarter |')
  console.log('|---|---|---|')
  for (const [name, value] of figures) {
    const [before, after] = [early.length > 0 ? early : samples, late].map((part) => median(part.map(value)))
    console.log(`| ${name} | ${before!.toFixed(1)} | ${after!.toFixed(1)} |`)
  }
}
