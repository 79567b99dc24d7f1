import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveKey } from '../platform/crypto/secret-key.ts'
import { version } from '../platform/version.ts'
import { writeSynced } from './copy.ts'

/** A file of a backup. */
export interface BackupFile {
  /** Relative to the backup's folder, with forward slashes. */
  path: string
  bytes: number
  sha256: string
}

/** What a backup contains. `backup.json` is written last, so a folder without one is not a backup. */
export interface Manifest {
  formatVersion: 1
  /** `physical`: the files of the embedded database. `logical`: the rows of every table. */
  kind: 'physical' | 'logical'
  /** The backup contains everything that was committed before this time. ISO 8601. */
  takenAt: string
  /** In an archive, the earliest time that can be restored from this backup. Missing in older backups. */
  earliestAt?: string
  heedVersion: string
  /** The major version of PostgreSQL. Files can only be read by the same one. */
  postgresVersion: number
  migrations: string[]
  /** Whether uploaded files are part of this backup, are mirrored by the archive, or are in the bucket of `S3_URL`. */
  uploads: 'included' | 'archive' | 's3'
  secretKey: 'included' | 'setting'
  /** Recognizes the secret key without revealing it. */
  secretKeyCheck: string
  files: BackupFile[]
}

export type ManifestInput = Omit<Manifest, 'formatVersion' | 'heedVersion'>

/** Returns the earliest time that can be restored from a backup in an archive. */
export const earliestOf = ({ takenAt, earliestAt }: Pick<Manifest, 'takenAt' | 'earliestAt'>): string =>
  earliestAt ?? takenAt

export const manifestName = 'backup.json'

/** Explains why a folder cannot be used as a backup. */
export class BackupError extends Error {}

/** Returns a value that lets a later restore recognize the secret key. */
export const checkOfSecretKey = (secretKey: string): string =>
  deriveKey(secretKey, 'backup check').subarray(0, 16).toString('hex')

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes `backup.json`, with a checksum of itself on its last line. */
export async function writeManifest(folder: string, input: ManifestInput): Promise<void> {
  const manifest: Manifest = { formatVersion: 1, heedVersion: version, ...input }
  const text = JSON.stringify(manifest, null, 1)
  await writeSynced(join(folder, manifestName), `${text}\n${digest(text)}\n`)
}

/**
 * Reads `backup.json`.
 * @throws {BackupError} if it is missing, damaged, or from a later version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const content = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (content === null) throw new BackupError(`${folder} is not a complete backup: it has no ${manifestName}.`)
  const text = content.slice(0, Math.max(content.lastIndexOf('\n', content.length - 2), 0))
  // Compared as a whole, so that no byte of the file can change unnoticed, not even the last newline.
  if (content !== `${text}\n${digest(text)}\n`) {
    throw new BackupError(`${join(folder, manifestName)} is damaged: its checksum does not match.`)
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.formatVersion !== 1) {
    throw new BackupError(`${folder} was created by a later version of Heed. Restore it with that version.`)
  }
  const outside = manifest.files.find(({ path }) => !isInside(path))
  if (outside)
    throw new BackupError(`${join(folder, manifestName)} names a file outside of the backup: ${outside.path}`)
  return manifest
}

const isInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
