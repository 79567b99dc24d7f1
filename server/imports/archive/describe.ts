import { open, stat } from 'node:fs/promises'
import { readManifest } from '../../archives/read/manifest.ts'
import { openZip } from '../../archives/read/open-zip.ts'
import { countRecords } from '../../archives/restore/survey.ts'

/** The description of an archive, from its manifest. */
export interface ArchiveDescription {
  workspace: string
  exportedAt: string
  records: number
}

/** Returns whether a file is a zip file. */
export async function isZipFile(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1').startsWith('PK')
  } catch {
    // Opening a folder succeeds; reading from it fails.
    return false
  } finally {
    await file.close()
  }
}

/** Reads the manifest of an archive. @throws 400 if the archive is refused */
export async function describeArchive(path: string): Promise<ArchiveDescription> {
  const zip = await openZip(path, (await stat(path)).size)
  try {
    const manifest = await readManifest(zip)
    return {
      workspace: manifest.workspace.name,
      exportedAt: manifest.exportedAt,
      records: countRecords(manifest),
    }
  } finally {
    zip.close()
  }
}
