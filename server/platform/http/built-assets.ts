import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { neverShed } from './load/shed-load.ts'

interface BuiltAssets {
  /** The folder of the files. */
  root: string
  prefix: string
  /** Further response headers. */
  headers?: Record<string, string>
}

/**
 * Serves built assets, even during an overload. Their names change with their content, so browsers may keep them
 * forever (RFC 8246).
 */
export function serveBuiltAssets(app: FastifyInstance, { root, prefix, headers = {} }: BuiltAssets): void {
  const allHeaders = { 'cache-control': 'public, max-age=31536000, immutable', ...headers }
  app.register(async (routes) => {
    neverShed(routes)
    routes.register(files, {
      root,
      prefix,
      preCompressed: true,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(allHeaders)) reply.header(name, value)
      },
    })
  })
}
