import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The one file that other sites embed: served by server/portal/widget/script.ts. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, '../build/portal'),
    // The portal's own files are there.
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: false,
    sourcemap: false,
    // Those that know light-dark(), which would be long without them.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    rolldownOptions: {
      input: [join(import.meta.dirname, 'widget.ts')],
      output: { format: 'iife', entryFileNames: 'widget.js' },
      checks: { pluginTimings: false },
    },
  },
  logLevel: 'warn',
})
