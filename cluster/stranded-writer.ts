import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './databases.ts'

// Runs on the primary's host and writes to its PostgreSQL, even while the host is disconnected. Records the id and the
// time of each acknowledged write: node stranded-writer.ts <file> <database>
const [file, database] = process.argv.slice(2) as [string, string]

for (let id = 1; ; id++) {
  try {
    const client = await connect('127.0.0.1', database)
    try {
      await client.query('insert into stranded_writes values ($1)', [id])
      appendFileSync(file, `${id} ${Date.now()}\n`)
    } finally {
      await client.end()
    }
  } catch {
    // Only acknowledged writes are recorded. The next write has another id.
  }
  await sleep(100)
}
