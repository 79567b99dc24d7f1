import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ServerBuild } from 'react-router'
import type { RequestContext } from './request-context.ts'

const root = new URL('../../', import.meta.url)
const stampPath = new URL('web/build/stamp', root)
const builder = new URL('bin/build-web.ts', root)

export const assetsFolder = new URL('web/build/client/assets/', root)

/** Renders the requested page. */
export type RenderPage = (request: Request, context: RequestContext) => Promise<Response>

/** Thrown if the pages have not been built with `npm run build`. */
export class BundleNotBuiltError extends Error {}

/**
 * Loads the built pages on the first request for one: most processes of a large instance serve only the API. In
 * development, rebuilds them when their sources have changed.
 * @throws {BundleNotBuiltError}
 */
export function createBundleLoader(isDevelopment: boolean): () => Promise<RenderPage> {
  let loaded: { stamp: string; render: Promise<RenderPage> } | null = null
  return async () => {
    if (loaded !== null && !isDevelopment) return loaded.render
    if (isDevelopment) await promisify(execFile)(process.execPath, [builder.pathname])
    const stamp = await readFile(stampPath, 'utf8').catch(() => {
      throw new BundleNotBuiltError('The pages have not been built. Run: npm run build')
    })
    if (loaded?.stamp !== stamp) loaded = { stamp, render: load(stamp) }
    return loaded.render
  }
}

async function load(stamp: string): Promise<RenderPage> {
  const { createRequestHandler, RouterContextProvider } = await import('react-router')
  const { requestContext } = await import('./request-context.ts')
  const address = new URL(`web/build/server/index.js?${stamp}`, root)
  const build: ServerBuild = await import(address.href)
  const handle = createRequestHandler(build, 'production')
  return (request, context) => {
    const provider = new RouterContextProvider()
    provider.set(requestContext, context)
    return handle(request, provider)
  }
}
