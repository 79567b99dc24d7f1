import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { permit } from '../platform/authorization.ts'
import type { Actor, WriteScope } from '../platform/scope.ts'
import { prepareFile } from './content/prepare.ts'
import { imageSlots } from './content/process-image.ts'
import { withTemporaryFiles } from './content/receive.ts'
import { announceFile, assertMayUpload, createFile, findUpload, type StoredFile } from './create.ts'
import { UploadsBusy } from './errors.ts'
import { filesCan } from './permissions.ts'
import type { StorageLimits } from './storage-usage.ts'
import { type FileStore, storageKey } from './store/store.ts'
import { fileMarkdown, filePath } from './url.ts'

export interface FileDeps {
  store: FileStore
  dataDir: string
  limits: StorageLimits
}

export interface Upload {
  body: Readable
  /** The name that the device gave. */
  name: string
  /** The key that each attempt of this upload has in common. */
  key: string | null
  workspaceId: string
  actor: Actor
  now: string
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
}

export interface UploadedFile {
  /** Below the base of the surface. */
  path: string
  /** To insert into a text. */
  markdown: string
}

// An upload takes minutes at most.
const removalDelayMs = 3_600_000

/**
 * Stores an upload. The row in `files` is written last: a process that dies before leaves a removal that is due in an
 * hour, and a process that dies after has stored everything (docs/adr/0042-files.md).
 * If the same person already uploaded a file with this key, returns that file.
 * @throws 400, 403, 413, {UploadsBusy} 503
 */
export async function uploadFile({ store, dataDir, limits }: FileDeps, upload: Upload): Promise<UploadedFile> {
  permit(filesCan(upload.actor).upload)
  const earlier = await upload.write((tx) => findUpload(tx, upload.key))
  if (earlier !== null) return describe(earlier, upload)
  if (imageSlots.isFull()) throw new UploadsBusy()
  await upload.write((tx) => assertMayUpload(tx, limits))
  const id = randomUUID()
  return withTemporaryFiles(dataDir, id, async (paths) => {
    const file = await prepareFile(upload.body, upload.name, paths)
    const dueAt = new Date(Date.parse(upload.now) + removalDelayMs).toISOString()
    await upload.write((tx) => announceFile(tx, id, dueAt))
    await store.put(storageKey(upload.workspaceId, id), file.path, file.type)
    return describe(await upload.write((tx) => createFile(tx, id, { ...file, key: upload.key }, limits)), upload)
  })
}

const describe = (file: StoredFile, { name }: Upload): UploadedFile => ({
  path: filePath(file),
  markdown: fileMarkdown(file, name),
})
