import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { type DetectedType, detectType } from '../../files/content/detect-type.ts'
import { type FileStore, storageKey } from '../../files/store/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { contentsName } from '../format.ts'
import type { OpenedZip } from '../read/open-zip.ts'

/** The content types of stored files, with the type that is detected from their contents. */
export const contentTypes: ReadonlyMap<string, DetectedType> = new Map([
  ...['png', 'jpeg', 'webp', 'gif', 'avif'].map((format) => [`image/${format}`, 'image'] as const),
  ['application/pdf', 'application/pdf'],
  ['application/zip', 'application/zip'],
  ['text/plain', 'text'],
  ['text/csv', 'text'],
])

export interface ContentsDeps {
  database: Database
  store: FileStore
  /** The folder for files that are being stored. */
  folder: string
  zip: OpenedZip
}

export interface StoredContents {
  workspaceId: string
  sourceId: string
  targetId: string
  contentType: string
  bytes: number
  sha256: string
}

/**
 * Stores the contents of an uploaded file. If this process dies before the file has its row, they are removed after a day.
 * @returns what is wrong with them; null if they are stored
 */
export async function storeContents(deps: ContentsDeps, file: StoredContents): Promise<string | null> {
  const { database, store, folder, zip } = deps
  const { workspaceId, sourceId, targetId, contentType } = file
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${newId()}.part`)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await pipeline(
      await zip.read(contentsName(sourceId)),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    if (bytes !== file.bytes) return 'has contents of a different size'
    if (hash.digest('hex') !== file.sha256) return 'has contents with a different checksum'
    // A page with scripts, for example, must not become a file that the portal serves.
    if ((await detectType(path)) !== contentTypes.get(contentType)) return 'has contents of a different type'
    await sql`insert into file_removals (workspace_id, file_id, due_at)
      values (${workspaceId}, ${targetId}, now() + interval '1 day')
      on conflict (workspace_id, file_id) do update set due_at = excluded.due_at`.execute(database.db)
    await store.put(storageKey(workspaceId, targetId), path, contentType)
    return null
  } finally {
    await rm(path, { force: true })
  }
}
