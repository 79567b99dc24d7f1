import { sql } from 'kysely'
import { formatList } from '#i18n/format.ts'
import type { Database } from '../platform/db/database.ts'
import { readMigrations } from '../platform/db/migrate.ts'
import { assertPoolerFits } from '../platform/db/sessions/pooler.ts'
import { isPooled } from '../platform/db/sessions/sessions.ts'
import { formatError } from '../platform/format-error.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('database')

// Timestamps use the clock of this process, and rate limits in PostgreSQL use the clock of the database server.
const clockWarningMs = 2_000
const clockProblemMs = 60_000

interface ServerFacts {
  version: string
  version_number: number
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  knows_case: boolean
  now: string
}

/** Checks version, encoding, durability and clock of the database server. */
export async function checkDatabase({ db }: Database): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await sql<ServerFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as version_number, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, lower('É') = 'é' as knows_case,
      clock_timestamp() as now`.execute(db)
  const facts = rows[0]!
  const offsetMs = Date.parse(facts.now) - (before + Date.now()) / 2
  return [versionFinding(facts), ...textFindings(facts), durabilityFinding(facts), clockFinding(offsetMs)]
}

const versionFinding = ({ version, version_number }: ServerFacts): Finding =>
  version_number >= 150_000
    ? ok(`PostgreSQL ${version} is responding.`)
    : problem(`PostgreSQL ${version} is too old.`, 'Move to PostgreSQL 15 or later.')

function textFindings({ encoding, knows_case }: ServerFacts): Finding[] {
  const recreate = 'Create a new database with encoding UTF8 and locale C.UTF-8, and restore a dump into it.'
  return [
    encoding === 'UTF8'
      ? ok('Text is stored in UTF-8.')
      : problem(`The database stores text in ${encoding}, which does not support every script.`, recreate),
    knows_case
      ? ok('Case-insensitive matching works for non-English letters.')
      : problem(
          'The database treats É and é as different letters, so searches and email addresses do not match.',
          recreate,
        ),
  ]
}

function durabilityFinding({ fsync, full_page_writes, synchronous_commit }: ServerFacts): Finding {
  const settings = { fsync, full_page_writes, synchronous_commit }
  const off = Object.entries(settings).filter(([, value]) => value === 'off')
  if (off.length === 0) return ok('Acknowledged writes are on disk: fsync and synchronous_commit are on.')
  const names = formatList(off.map(([name]) => name))
  return problem(
    `${names} ${off.length === 1 ? 'is' : 'are'} off: a crash can lose acknowledged writes.`,
    `Turn ${names} on in the PostgreSQL configuration.`,
  )
}

export function clockFinding(offsetMs: number): Finding {
  const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1)
  const message = `The clock of the database is ${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine’s.`
  const advice = 'Synchronize both clocks with NTP.'
  if (Math.abs(offsetMs) < clockWarningMs) return ok('The clocks of the database and of this machine agree.')
  return Math.abs(offsetMs) < clockProblemMs ? warning(message, advice) : problem(message, advice)
}

/** Checks whether Heed can work through the pooler, if there is one. */
export async function checkPooler(database: Database): Promise<Finding[]> {
  if (!isPooled(database.target)) return []
  return assertPoolerFits(database).then(
    () => [ok('The pooler leads to the same database, and its sessions have the settings of Heed.')],
    (error) => [problem(formatError(error), 'See docs/operations/pooler.md.')],
  )
}

/** Checks whether the tables match this version of Heed. */
export async function checkSchema(database: Database): Promise<{ isCurrent: boolean; findings: Finding[] }> {
  const migrations = await readMigrations()
  const applied = await appliedMigrations(database)
  const upgrade = 'Start this version of Heed, which migrates the database.'
  if (applied === null)
    return { isCurrent: false, findings: [warning('The database has no Heed tables yet.', upgrade)] }

  const unknown = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name))
  if (unknown.length > 0) {
    const message = `The database belongs to a later version of Heed: ${unknown.join(', ')}.`
    return {
      isCurrent: false,
      findings: [problem(message, 'Start the version of Heed that last used it, or a later one.')],
    }
  }
  const changed = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length > 0) {
    const message = `Migrations were changed after they were applied: ${changed.map(({ name }) => name).join(', ')}.`
    return { isCurrent: false, findings: [problem(message, 'Restore the released files in migrations/.')] }
  }
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length > 0) {
    const count = missing.length === 1 ? '1 migration has' : `${missing.length} migrations have`
    return { isCurrent: false, findings: [warning(`${count} not been applied yet.`, upgrade)] }
  }
  const current = ok(`The database is migrated: ${migrations.length} of ${migrations.length}.`)
  return { isCurrent: true, findings: [current] }
}

/** Returns checksums by migration name, or null if the database has never been migrated. */
async function appliedMigrations({ db }: Database): Promise<Map<string, string> | null> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(db)
  if (!found[0]!.exists) return null
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migrations`.execute(
    db,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
