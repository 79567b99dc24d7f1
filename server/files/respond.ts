import { Readable } from 'node:stream'
import { matchesEtag } from '../platform/http/request/etag.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import type { ReadableFile } from './find-readable.ts'
import { fileHeaders } from './response-headers.ts'
import { type FileStore, storageKey } from './store/store.ts'

/** A file that the reader may see. */
export interface RespondedFile extends ReadableFile {
  workspaceId: string
  /** Whether shared caches may keep it. */
  isShared: boolean
}

/** The part of a request that decides how a file is sent. */
interface FileRequest {
  method: string
  header(name: string): string | null
}

export interface FileResponseParts {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  body: Readable
}

/**
 * Responds with a file or a range of it, streamed from its store. HEAD and a matching ETag don't open the file (RFC
 * 9110, sections 13 and 14). Files never change, so the id is the ETag.
 * @returns null if the store has lost the file
 */
export async function respondWithFile(
  store: FileStore,
  file: RespondedFile,
  request: FileRequest,
): Promise<FileResponseParts | null> {
  const etag = `"${file.id}"`
  const all = { ...fileHeaders(file, file.isShared), etag, 'accept-ranges': 'bytes' }
  if (matchesEtag(request.header('if-none-match') ?? undefined, etag))
    return { status: 304, headers: withoutContent(all), body: empty() }
  if (request.method === 'HEAD') return { status: 200, headers: all, body: empty() }
  // An `If-Range` with another ETag, or with a date, gets the whole file.
  const isSame = [null, etag].includes(request.header('if-range'))
  const range = isSame ? parseRange(request.header('range'), file.bytes) : null
  if (range === 'unsatisfiable') {
    const headers = { ...withoutContent(all), 'content-range': `bytes */${file.bytes}`, 'cache-control': 'no-store' }
    return { status: 416, headers, body: empty() }
  }
  const body = await store.open(storageKey(file.workspaceId, file.id), range ?? undefined)
  if (body === null) return null
  return range === null ? { status: 200, headers: all, body } : { status: 206, headers: partOf(all, file, range), body }
}

// A stream, because an empty string would set the Content-Length of the response to HEAD to 0.
const empty = (): Readable => Readable.from([])

function withoutContent(headers: Record<string, string>): Record<string, string> {
  const { 'content-type': _type, 'content-length': _length, 'content-disposition': _disposition, ...rest } = headers
  return rest
}

const partOf = (headers: Record<string, string>, { bytes }: RespondedFile, { start, end }: ByteRange) => ({
  ...headers,
  'content-length': String(end - start + 1),
  'content-range': `bytes ${start}-${end}/${bytes}`,
})
