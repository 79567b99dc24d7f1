import type { Readable } from 'node:stream'
import type { Settings } from '../../platform/settings.ts'
import type { ByteRange } from '../byte-range.ts'
import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'

/** Where the bytes of files are. A file is written once and never changed. */
export interface FileStore {
  /** Stores the contents of a local file durably: they survive a crash once this resolves. */
  put(key: string, path: string, type: string): Promise<void>
  /** Returns the contents, or a range of them, as a stream; null if the store has no such file. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** Removes a file. Removing one that does not exist succeeds. */
  remove(key: string): Promise<void>
  /** Checks that the store can be reached with these credentials. @throws with the reason */
  check(): Promise<void>
  close(): Promise<void>
}

/** Returns the key of a file in the store. It never contains anything that a user chose. */
export const storageKey = (workspaceId: string, fileId: string): string => `${workspaceId}/${fileId}`

export const createFileStore = ({ dataDir, s3Url }: Pick<Settings, 'dataDir' | 's3Url'>): FileStore =>
  s3Url === null ? createDiskStore(dataDir) : createS3Store(s3Url)
