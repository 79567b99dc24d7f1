import { TextEncoderStream as Encoder, ReadableStream as Stream } from 'node:stream/web'

/** Sends lines of CSV as a download while they are read. */
export const csvResponse = (lines: AsyncIterable<string>, name: string): Response =>
  new Response(Stream.from(lines).pipeThrough(new Encoder()) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
