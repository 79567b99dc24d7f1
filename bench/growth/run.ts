import { createBenchDataDir, removeDataDir, startBenchServer } from '../bench-server.ts'
import { openBenchDatabase } from '../dataset.ts'
import { startSmtpSink } from '../publish.ts'
import { createGrowthDataset, fullSize } from './dataset.ts'
import { type Figure, measureGrowth } from './measure.ts'

/**
 * Prints what grows with the data: figures at 1 %, 10 % and 100 % of three million requests in 3,000 workspaces. At
 * 100 %, this takes more than an hour and 25 GB in the folder for temporary files.
 * @param scales shares of the full size, such as 0.01
 */
export async function printGrowth(scales: number[]): Promise<void> {
  const columns: Figure[][] = []
  for (const scale of scales) columns.push(await measureScale(scale))
  const heads = scales.map((scale) => `${scale * 100} %: p50 / p95 ms, CPU µs`)
  console.log(`\n| figure | ${heads.join(' | ')} | CPU, last ÷ first |`)
  console.log(`|---|${'---|'.repeat(scales.length + 1)}`)
  for (const [index, { name, cpuMicros }] of columns[0]!.entries()) {
    const cells = columns.map((figures) => describe(figures[index]!))
    const ratio = columns.at(-1)![index]!.cpuMicros / cpuMicros
    console.log(`| ${name.replace(/ to \d+ customers/, '')} | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`)
  }
}

const describe = ({ p50, p95, cpuMicros }: Figure): string =>
  `${p50.toFixed(1)} / ${p95.toFixed(1)}, ${Math.round(cpuMicros).toLocaleString('en')}`

async function measureScale(scale: number): Promise<Figure[]> {
  const dataDir = await createBenchDataDir('growth')
  const sink = await startSmtpSink()
  const server = await startBenchServer(dataDir, { SMTP_URL: sink.url, MAIL_FROM: 'news@heed.test' })
  const database = openBenchDatabase(server.socketDir)
  try {
    const startedAt = performance.now()
    const dataset = await createGrowthDataset(database, scale)
    const { rows } = await database.pool.query<{ bytes: number; votes: number; customers: number; requests: number }>(
      `select pg_database_size(current_database()) as bytes, (select count(*) from votes) as votes,
         (select count(*) from customers) as customers, (select count(*) from feedback) as requests`,
    )
    const { bytes, requests, votes, customers } = rows[0]!
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(
      `\n${scale * 100} %: ${requests} requests, ${fullSize.workspaces * scale} workspaces, ${votes} votes, ${customers} customers, ` +
        `${dataset.largest.requests} requests in the largest; ${(bytes / 2 ** 30).toFixed(1)} GB, built in ${seconds} s`,
    )
    const figures: Figure[] = []
    for await (const figure of measureGrowth(server, database, dataset)) {
      figures.push(figure)
      console.log(`${figure.name}: ${describe(figure)}`)
    }
    return figures
  } finally {
    await database.close()
    await server.stop()
    sink.stop()
    await removeDataDir(dataDir)
  }
}
