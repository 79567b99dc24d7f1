import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { contentsName } from '../../archives/format.ts'
import { openZip } from '../../archives/read/open-zip.ts'
import { type RestoreCounts, restoreArchive } from '../../archives/restore/restore-archive.ts'
import type { RestoreProblem } from '../../archives/restore/restore-table.ts'
import { type ArchiveSummary, writeArchive } from '../../archives/write/write-archive.ts'
import { createFileStore } from '../../files/store/store.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { newId } from '../../platform/ids.ts'
import { type TestApp, type TestWorkspace, testSecretKey } from '../test-app.ts'

/** An instance with a data directory. */
export interface ArchiveHost {
  app: TestApp
  dataDir: string
}

export const storeOf = ({ dataDir }: ArchiveHost) => createFileStore({ dataDir, s3Url: null })

/** Exports a workspace. @returns the path of the archive and what it holds */
export async function exportToFile(
  host: ArchiveHost,
  { id }: Pick<TestWorkspace, 'id'>,
): Promise<ArchiveSummary & { path: string }> {
  const path = join(host.dataDir, `${newId()}.heed.zip`)
  const summary = await writeArchive({
    database: host.app.database,
    store: storeOf(host),
    workspaceId: id,
    path,
    exportedAt: new Date().toISOString(),
  })
  return { ...summary, path }
}

export interface Imported {
  importId: string
  counts: RestoreCounts
  problems: RestoreProblem[]
}

interface ImportOptions {
  importId?: string
  now?: string
  signal?: AbortSignal
  onProgress?: (done: number) => Promise<void>
}

/** Imports an archive, or continues an import. */
export async function importFromFile(
  host: ArchiveHost,
  { id: workspaceId }: Pick<TestWorkspace, 'id'>,
  path: string,
  {
    importId = newId(),
    now = new Date().toISOString(),
    signal = new AbortController().signal,
    onProgress,
  }: ImportOptions = {},
): Promise<Imported> {
  const { database } = host.app
  await database.pool.query(
    `insert into imports (workspace_id, id, source, name, state, started_by_type, created_at, active_at)
     values ($1, $2, 'heed', 'test', 'running', 'system', $3, $3) on conflict do nothing`,
    [workspaceId, importId, now],
  )
  const problems: RestoreProblem[] = []
  const counts = await restoreArchive({
    database,
    store: storeOf(host),
    vault: new Vault(testSecretKey),
    dataDir: host.dataDir,
    workspaceId,
    importId,
    path,
    now,
    signal,
    onProblem: (problem) => problems.push(problem),
    onProgress: async (done) => onProgress?.(done),
    onFile: () => {},
  })
  return { importId, counts, problems }
}

/** Reads all entries of an archive as text, without the time of the export and the workspace. */
export async function readArchive(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path, (await readFile(path)).length)
  const entries: Record<string, string> = {}
  for (const name of zip.names()) {
    const isBinary = name.startsWith(contentsName(''))
    entries[name] = (await buffer(await zip.read(name))).toString(isBinary ? 'base64' : 'utf8')
  }
  zip.close()
  const { exportedAt: _at, workspace: _workspace, ...manifest } = JSON.parse(entries['manifest.json']!)
  entries['manifest.json'] = JSON.stringify(manifest)
  return entries
}
