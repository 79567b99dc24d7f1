import { deadRowsPercent, type Sample } from './sample.ts'

interface Series {
  name: string
  value(sample: Sample): number
}

interface Panel {
  title: string
  series: Series[]
  /** Decades instead of equal steps, for latencies. */
  isLogarithmic?: boolean
}

const column = (name: string, key: string): Series => ({ name, value: (sample) => sample[key] ?? 0 })

const panels = (first: Sample): Panel[] => [
  {
    title: 'Latency from the due time, ms',
    series: [column('p50', 'all_p50_ms'), column('p99', 'all_p99_ms')],
    isLogarithmic: true,
  },
  {
    title: 'p99 by surface, ms',
    series: [column('API', 'api_p99_ms'), column('portal', 'portal_p99_ms'), column('console', 'console_p99_ms')],
    isLogarithmic: true,
  },
  {
    title: 'Requests a second, and errors',
    series: [column('requests', 'requests_per_second'), column('errors', 'errors')],
  },
  {
    title: 'Processor time, % of a core',
    series: [column('Node.js', 'node_cpu_percent'), column('PostgreSQL', 'postgres_cpu_percent')],
  },
  {
    title: 'Memory, MB',
    series: [
      ...Object.keys(first)
        .filter((key) => key.startsWith('rss_'))
        .map((key) => column(`process ${key.slice(4, -3)}`, key)),
      column('heap', 'heap_used_mb'),
      column('PostgreSQL', 'postgres_memory_mb'),
    ],
  },
  {
    title: 'Database connections and open files',
    series: [column('connections', 'connections'), column('files', 'open_files')],
  },
  {
    title: 'Jobs, notifications and messages waiting',
    series: [
      { name: 'jobs', value: (sample) => sample.jobs_waiting! + sample.jobs_active! },
      column('notifications', 'notifications_due'),
      column('messages', 'deliveries_due'),
    ],
  },
  { title: 'Dead rows, % of the main tables', series: [{ name: 'dead rows', value: deadRowsPercent }] },
  {
    title: 'Stored, MB',
    series: [column('database', 'database_mb'), column('write-ahead log files', 'wal_files_mb')],
  },
  { title: 'Rows, thousands', series: ['feedback', 'comments', 'audit_events'].map(rowsOf) },
]

function rowsOf(table: string): Series {
  return { name: table, value: (sample) => sample[`live_${table}`]! / 1_000 }
}

const width = 460
const height = 190
const plot = { left: 52, top: 44, width: 390, height: 112 }
const columns = 2

/** Draws all samples as small line charts in one SVG image, which follows the light or dark theme of its reader. */
export function drawSoak(samples: Sample[], caption: string): string {
  const all = panels(samples[0]!)
  const total = { width: width * columns, height: Math.ceil(all.length / columns) * height + 30 }
  const drawn = all.map(
    (panel, index) =>
      `<g transform="translate(${(index % columns) * width} ${30 + Math.floor(index / columns) * height})">${drawPanel(panel, samples)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total.width} ${total.height}" role="img" aria-label="${escapeXml(caption)}">
<style>
  svg { background: #fff; color: #333; font: 11px system-ui, sans-serif }
  text { fill: currentColor } .title { font-weight: 600; font-size: 12px }
  .grid { stroke: currentColor; stroke-opacity: .15 } path { fill: none; stroke-width: 1.5 }
  .s0 { stroke: #2563eb } .s1 { stroke: #c2410c } .s2 { stroke: #15803d } .s3 { stroke: #7e22ce } .s4 { stroke: #a16207 }
  @media (prefers-color-scheme: dark) {
    svg { background: #161b22; color: #d1d9e0 }
    .s0 { stroke: #79a8ff } .s1 { stroke: #ff9a5c } .s2 { stroke: #5fd38a } .s3 { stroke: #cfa2ff } .s4 { stroke: #e6c35c }
  }
</style>
<text class="title" x="12" y="20">${escapeXml(caption)}</text>
${drawn.join('\n')}
</svg>
`
}

function drawPanel({ title, series, isLogarithmic = false }: Panel, samples: Sample[]): string {
  const values = series.flatMap(({ value }) => samples.map(value))
  const minutes = Math.max(...samples.map(({ seconds }) => seconds! / 60), 1 / 60)
  const { ticks, yOf } = isLogarithmic ? logarithmicAxis(values) : linearAxis(Math.max(...values))
  const xOf = (sample: Sample): number => plot.left + (sample.seconds! / 60 / minutes) * plot.width
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${plot.left} ${round(yOf(tick))}h${plot.width}"/><text text-anchor="end" x="${plot.left - 6}" y="${round(yOf(tick) + 4)}">${tick.toLocaleString('en')}</text>`,
  )
  const xTicks = niceTicks(minutes).map(
    (tick) =>
      `<text text-anchor="middle" x="${round(plot.left + (tick / minutes) * plot.width)}" y="${plot.top + plot.height + 16}">${tick}${tick === 0 ? '' : ' min'}</text>`,
  )
  const lines = series.map(({ value }, index) => {
    const points = samples.map((sample) => `${round(xOf(sample))} ${round(yOf(value(sample)))}`)
    return `<path class="s${index}" d="M${points.join('L')}"/>`
  })
  const legend = series.map(({ name }, index) => {
    const x = plot.left + index * (plot.width / Math.max(3, series.length))
    return `<path class="s${index}" d="M${round(x)} 30h14"/><text x="${round(x + 18)}" y="34">${escapeXml(name)}</text>`
  })
  return `<text class="title" x="12" y="16">${escapeXml(title)}</text>${[...legend, ...grid, ...xTicks, ...lines].join('')}`
}

interface Axis {
  ticks: number[]
  yOf(value: number): number
}

const yAt = (share: number): number => plot.top + plot.height * (1 - share)

function linearAxis(max: number): Axis {
  const ticks = niceTicks(max > 0 ? max : 1)
  const top = Math.max(max, ticks.at(-1)!)
  return { ticks, yOf: (value) => yAt(value / top) }
}

function logarithmicAxis(values: number[]): Axis {
  const positive = values.filter((value) => value > 0)
  const low = Math.floor(Math.log10(Math.min(...positive, 1)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1))))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return { ticks, yOf: (value) => yAt((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) }
}

/** Returns up to six multiples of 1, 2 or 5 times a power of ten, from 0 to at most `max`. */
function niceTicks(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(max / 5))
  const step = power * [1, 2, 5, 10].find((factor) => max / (power * factor) <= 5)!
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}

const round = (value: number): number => Math.round(value * 10) / 10
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
