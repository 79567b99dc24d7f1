import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { serveBuiltAssets } from '../../platform/http/built-assets.ts'
import { sharedPathPrefix } from './custom-domains.ts'

const root = new URL('../../../', import.meta.url)
const builder = new URL('bin/build-web.ts', root)
const manifestPath = new URL('web/build/portal/manifest.json', root)

const assetsFolder = new URL('web/build/portal/assets/', root)
export const widgetPath = new URL('web/build/portal/widget.js', root)

/** URLs of the files that pages load; null before `npm run build`, which leaves pages unstyled. */
export interface Assets {
  style: string | null
  script: string | null
  font: string | null
}

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

const noAssets: Assets = { style: null, script: null, font: null }

function readAssets(): Assets {
  if (!existsSync(manifestPath)) return noAssets
  const manifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const addressOf = (file: string | undefined) => (file === undefined ? null : `${sharedPathPrefix}${file}`)
  const entry = manifest['portal/portal.ts']
  const fonts = Object.values(manifest).map(({ file }) => file)
  return {
    style: addressOf(entry?.css?.[0]),
    script: addressOf(entry?.file),
    // Every page needs the Latin font; browsers fetch other alphabets when a page uses them.
    font: addressOf(fonts.find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))),
  }
}

/** Returns a function that reads the asset URLs. In development it first rebuilds assets whose sources have changed. */
export function createAssetLoader(isDevelopment: boolean): () => Promise<Assets> {
  let assets: Assets | null = null
  return async () => {
    if (isDevelopment) await promisify(execFile)(process.execPath, [builder.pathname])
    if (assets === null || isDevelopment) assets = readAssets()
    return assets
  }
}

/** Serves the built assets of the portal. */
export function serveAssets(app: FastifyInstance): void {
  if (!existsSync(assetsFolder)) return
  serveBuiltAssets(app, {
    root: fileURLToPath(assetsFolder),
    prefix: `${sharedPathPrefix}assets/`,
    // Pages on other hosts of this instance load the font.
    headers: { 'access-control-allow-origin': '*' },
  })
}
