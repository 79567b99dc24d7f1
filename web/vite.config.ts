import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import packageFile from '../package.json' with { type: 'json' }

/**
 * Keeps `#server/…` imports external in the server bundle, so that the process loads each module once, and rejects them
 * in the browser bundle.
 */
const serverModules: Plugin = {
  name: 'server-modules',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('#server/')) return null
    if (this.environment.config.consumer === 'server') return { id, external: true }
    return this.error(
      `${importer} would bundle ${id} for the browser. Use it in a loader or action only, or import it as a type.`,
    )
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
    // Plugin timings would be noise on every start.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    ssr: {
      // The server's bundle contains what it uses of the packages that are installed only for the build, such as
      // 100 of the 1,700 modules of `lucide-react`. The others are loaded once for the whole process.
      resolve: { noExternal: true, external: Object.keys(packageFile.dependencies) },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Otherwise each icon and each component becomes a file, and a first visit loads 85 of them. Modules that
            // three pages share are in one file: at most 21 files, with fewer bytes.
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 3 },
                // Two pages share these, and each would otherwise be a file of its own.
                { name: 'requests', test: /web\/console\/(notify|requests|messages)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  logLevel: 'warn',
})
