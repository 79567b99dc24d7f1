import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { RequestHandler, ServerBuild } from 'react-router'

const root = new URL('../../', import.meta.url)
const stampPath = new URL('web/build/stamp', root)
const builder = new URL('bin/build-web.ts', root)

export const assetsFolder = new URL('web/build/client/assets/', root)

/** Thrown where `npm run build` was forgotten. */
export class BundleNotBuiltError extends Error {}

/**
 * The pages as `npm run build` has made them, loaded when first asked for: most processes of a large instance answer
 * nothing but the API. In development they are built again when their sources have changed.
 *
 * @throws {BundleNotBuiltError}
 */
export function createBundleLoader(isDevelopment: boolean): () => Promise<RequestHandler> {
  let loaded: { stamp: string; handler: Promise<RequestHandler> } | null = null
  return async () => {
    if (loaded !== null && !isDevelopment) return loaded.handler
    if (isDevelopment) await promisify(execFile)(process.execPath, [builder.pathname])
    const stamp = await readFile(stampPath, 'utf8').catch(() => {
      throw new BundleNotBuiltError('The pages have not been built. Run: npm run build')
    })
    if (loaded?.stamp !== stamp) loaded = { stamp, handler: load(stamp) }
    return loaded.handler
  }
}

async function load(stamp: string): Promise<RequestHandler> {
  const { createRequestHandler } = await import('react-router')
  const address = new URL(`web/build/server/index.js?${stamp}`, root)
  const build: ServerBuild = await import(address.href)
  return createRequestHandler(build, 'production')
}
