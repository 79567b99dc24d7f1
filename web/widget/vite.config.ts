import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compileMessages } from '../compile-messages.ts'

/** Builds the single script that other sites embed, served by server/portal/widget/script.ts. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  publicDir: false,
  plugins: [compileMessages()],
  build: {
    outDir: join(import.meta.dirname, '../build/portal'),
    // The folder contains the portal's own files.
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: false,
    sourcemap: false,
    // Browsers that support light-dark(), whose replacement would be long.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    rolldownOptions: {
      input: [join(import.meta.dirname, 'widget.ts')],
      output: { format: 'iife', entryFileNames: 'widget.js' },
      checks: { pluginTimings: false },
    },
  },
  logLevel: 'warn',
})
