import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileTooLarge, invalidFile } from '../errors.ts'

export const maxFileBytes = 10 * 1_048_576

/**
 * Streams an upload to a temporary file. A process holds no more than a few chunks of each upload in memory.
 * @throws 413 as soon as it is too large, 400 if it is empty
 */
export async function receiveFile(body: Readable, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    // A body that is not read to its end stays open, so that the response can reach the client.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxFileBytes) throw fileTooLarge()
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  if (bytes === 0) throw invalidFile('empty')
  return bytes
}

/** The folder of unfinished uploads. It is on the disk of the data directory, whatever store is used. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')

/** Runs a task with a path for temporary files, and removes them whatever happens. */
export async function withTemporaryFiles<T>(
  dataDir: string,
  id: string,
  work: (paths: { received: string; processed: string }) => Promise<T>,
): Promise<T> {
  const folder = join(uploadsFolder(dataDir), id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work({ received: join(folder, 'received'), processed: join(folder, 'processed') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
