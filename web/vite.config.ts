import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import packageFile from '../package.json' with { type: 'json' }
import { compileMessages } from './compile-messages.ts'

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

const areas = [
  'requests',
  'merge',
  'roadmap',
  'changelog',
  'customers',
  // Before the other settings, whose pages would load these otherwise.
  'settings/portal',
  'settings/tracker',
  'settings/channels',
  'settings/webhooks',
  'settings/tokens',
  'settings',
  'auth',
  'account',
  'messages/inbox',
  'messages/command-palette',
]

/** Matches the modules of an area, and its messages, which are a file or a folder. */
const inArea = (area: string): RegExp =>
  area === 'merge'
    ? /web\/console\/(messages\/)?requests\/merge/
    : new RegExp(`web/console/(messages/)?${area}[/.](?!merge)`)

const isInNoArea = (id: string): boolean => !areas.some((area) => inArea(area).test(id))

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [serverModules, compileMessages(), tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    sourcemap: false,
    // The rich text editor, which is loaded on use (docs/adr/0044-rich-text.md).
    chunkSizeWarningLimit: 600,
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
            codeSplitting: {
              groups: [
                // Otherwise each icon and each component becomes a file, and a first visit loads 85 of them. Modules that
                // three pages share are in one file, with the icons that two share.
                { name: 'shared', test: isInNoArea, minShareCount: 3, priority: 2 },
                {
                  name: 'shared',
                  test: /lucide-react|web\/console\/(layout\/|command-palette\/(context|recent))|web\/ui\/lib/,
                  minShareCount: 2,
                  priority: 2,
                },
                // Modules shared by the pages of an area, above all its messages, are in a file of that area.
                ...areas.map((area) => ({
                  name: area.replace(/.*\//, ''),
                  test: inArea(area),
                  minShareCount: 2,
                  priority: 1,
                })),
              ],
            },
          },
        },
      },
    },
  },
  logLevel: 'warn',
})
