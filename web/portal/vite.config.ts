import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compileMessages } from '../compile-messages.ts'

/** Builds the scripts and styles of portal pages. The server reads the manifest (server/portal/http/assets.ts). */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  base: '/p/-/',
  publicDir: false,
  plugins: [compileMessages()],
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
