import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Verbs and queries of the server are imported as `#server/…`. The server's bundle leaves them where they are, so that
 * the process has each module once; the browser's bundle must not hold any of them.
 */
const serverModules: Plugin = {
  name: 'server-modules',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('#server/')) return null
    if (this.environment.config.consumer === 'server') return { id, external: true }
    return this.error(`${importer} would take ${id} into the browser. Use it in a loader or an action, or as a type.`)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [serverModules, tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    sourcemap: false,
    // How long plugins took is no news at each start.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  logLevel: 'warn',
})
