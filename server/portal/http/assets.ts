import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sharedPathPrefix } from './custom-domains.ts'

const root = new URL('../../../', import.meta.url)
const builder = new URL('bin/build-web.ts', root)
const manifestPath = new URL('web/build/portal/manifest.json', root)

export const portalAssetsFolder = new URL('web/build/portal/assets/', root)
export const portalAssetsBase = `${sharedPathPrefix}assets/`
export const widgetPath = new URL('web/build/portal/widget.js', root)

/** Addresses of what pages load; none before `npm run build`, and pages are plain. */
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
    // The one that all pages need; other alphabets are fetched when they are met.
    font: addressOf(fonts.find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))),
  }
}

/** In development the pages are built again when their sources have changed. */
export function createAssetLoader(isDevelopment: boolean): () => Promise<Assets> {
  let read: Assets | null = null
  return async () => {
    if (isDevelopment) await promisify(execFile)(process.execPath, [builder.pathname])
    if (read === null || isDevelopment) read = readAssets()
    return read
  }
}
