import type { PoolClient } from 'pg'
import { contentsName, type Manifest, recordsName } from '../format.ts'
import type { OpenedZip } from '../read/open-zip.ts'
import { hashContents, type Line, verifyRecords } from '../read/read-lines.ts'
import { refuseArchive } from '../read/refuse.ts'
import { archivedTables } from '../tables/list.ts'
import { hasId, type IdMap, resolveIds } from './ids.ts'
import type { LastEvent } from './prepare.ts'
import { createRecordChecker } from './record.ts'

export interface SurveyInput {
  zip: OpenedZip
  manifest: Manifest
  client: PoolClient
  workspaceId: string
  importId: string
  isRebuild: boolean
  types: Map<string, Map<string, string>>
  signal: AbortSignal
}

/**
 * Reads the whole archive once, before anything is written: verifies every checksum, and finds the ids that are taken.
 * @throws 400 if any part is damaged
 */
export async function surveyArchive(input: SurveyInput): Promise<{ ids: IdMap; lastEvent: LastEvent | null }> {
  const { zip, manifest, client, workspaceId, importId, isRebuild, types, signal } = input
  let lastEvent: LastEvent | null = null
  const map: IdMap = { changed: new Map(), existing: new Map(), own: new Set(), known: new Set(), gone: new Set() }
  const target = { client, workspaceId, importId, originId: manifest.workspace.id, isRebuild }
  for (const archived of archivedTables) {
    const file = manifest.files.find(({ name }) => name === recordsName(archived.name))
    if (!file) continue
    const checker = createRecordChecker(archived, types.get(archived.table)!)
    await verifyRecords(zip, file, async (lines) => {
      signal.throwIfAborted()
      if (archived.table === 'files') await verifyContents(zip, lines)
      const records = hasId(archived) ? recordsOf(checker, lines) : []
      if (archived.table === 'events') lastEvent = laterOf(lastEvent, records as unknown as LastEvent[])
      if (records.length > 0) await resolveIds(target, archived, records, map)
    })
  }
  return { ids: map, lastEvent }
}

/** Returns the valid records. The others are reported when they are read again. */
const recordsOf = (checker: ReturnType<typeof createRecordChecker>, lines: Line[]): { id: string }[] =>
  lines.flatMap(({ text }) => {
    const parsed = checker.parse(text)
    return 'record' in parsed ? [parsed.record as { id: string }] : []
  })

/** Returns the last event, which the next event of the workspace follows. */
function laterOf(last: LastEvent | null, records: LastEvent[]): LastEvent | null {
  for (const { id, sequence, createdAt } of records) {
    if (last === null || id > last.id) {
      const highest = Math.max(sequence, last?.sequence ?? 0)
      last = { id, sequence: highest, createdAt: createdAt > (last?.createdAt ?? '') ? createdAt : last!.createdAt }
    }
  }
  return last
}

/** Verifies the contents of uploaded files against the checksums of their records. */
async function verifyContents(zip: OpenedZip, lines: Line[]): Promise<void> {
  for (const { text } of lines) {
    const { id, sha256 } = parse(text)
    if (typeof id !== 'string' || typeof sha256 !== 'string') continue
    const name = contentsName(id)
    if (!zip.has(name)) throw refuseArchive(`${name} is missing.`)
    if ((await hashContents(zip, name)) !== sha256) throw refuseArchive(`${name} is damaged: its checksum is wrong.`)
  }
}

function parse(text: string): { id?: unknown; sha256?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    // Reported with its line when it is read again.
    return {}
  }
}

export const countRecords = (manifest: Manifest): number => manifest.files.reduce((sum, { rows }) => sum + rows, 0)
