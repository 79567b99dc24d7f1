import { join } from 'node:path'
import { defineConfig } from 'vite'

/** What pages of the portal load. The server finds the files by the manifest (server/portal/http/assets.ts). */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  base: '/p/-/',
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, '../build/portal'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: { input: [join(import.meta.dirname, 'portal.ts')], checks: { pluginTimings: false } },
  },
  logLevel: 'warn',
})
