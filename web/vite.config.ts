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
  // Its pages do not all have the editor, whose file would include what the editor uses if it came first.
  'changelog',
  'changelog/editor',
  'customers',
  // Before the other settings, whose pages would load these otherwise.
  'settings/portal',
  'settings/tracker',
  'settings/channels',
  'settings/webhooks',
  'settings/tokens',
  'settings/apps',
  'settings',
  'auth',
  'authorize',
  'account',
  'messages/inbox',
  'messages/command-palette',
]

// Modules that load on use (web/ui/lib/load-on-use.tsx).
const listOnUse =
  /requests\/(filters\/(editor|field-inputs|choice-list)|views\/dialogs|list\/bulk-actions|organize\/bulk-organize)\.tsx/
const requestOnUse = /requests\/detail\/.*(-dialog\.tsx|quarter-targets|private-context|comment-edit-form)/

// The list of requests and the texts of its area, without what loads on use.
const requestList =
  /web\/console\/(messages\/requests\/(detail|filters|list|organize)|requests\/(filters\/(?!editor\.|field-inputs|choice-list)|list\/(?!list-filter|page|row-menus|bulk-actions)|organize\/(?!bulk)|detail\/(load-on-use-ids|person-name|submit-on|sidebar\/section)|prefetch\/use-|stage-changes|views\/(?!dialogs\.|rail|view-url)))/

// Modules that most pages use, except the page of a request, which also loads the list.
const notInEveryPage =
  /web\/(ui\/(data\/table|overlays\/(confirm-)?dialog|layout\/toolbar|notices\/progress-bar|pickers\/(search-picker|combobox|listbox))|console\/time-zone-options)\.tsx/

// The icons of the toolbar of the changelog editor.
const editorIcons =
  /lucide-react\/.*\/(heading-\d|quote|list|list-ordered|italic|letter-b|code|table-2|minus|image-plus|link-2)\.mjs/

/** Matches the modules of an area, and its messages, which are a file or a folder. */
const inArea = (area: string): RegExp =>
  area === 'merge'
    ? /web\/console\/(messages\/)?requests\/merge/
    : new RegExp(`web/console/(messages/)?${area}[/.](?!merge|editor/)`)

// Used by the navigation of every page.
const inNavigation = /requests\/(views|views\/view-url|list\/list-filter)\.ts/

const isOnUse = (id: string): boolean => listOnUse.test(id) || requestOnUse.test(id)

const isInNoArea = (id: string): boolean => inNavigation.test(id) || !areas.some((area) => inArea(area).test(id))

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
            // Every page contains the list of all routes, which names each file. Hashes do not compress, so they are short.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                // Every page loads React and its router, and they change only with the packages.
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 4 },
                // Otherwise each icon and each component becomes a file, and a first visit loads 85 of them. Modules that
                // three pages share are in one file, with the icons that two share.
                {
                  name: 'shared',
                  test: (id: string) => isInNoArea(id) && !notInEveryPage.test(id),
                  minShareCount: 3,
                  priority: 3,
                },
                { name: 'most-pages', test: notInEveryPage, minShareCount: 3, priority: 2 },
                {
                  name: 'shared',
                  test: (id: string) =>
                    !editorIcons.test(id) &&
                    /lucide-react|web\/console\/(layout\/|command-palette\/(context|recent))|web\/ui\/lib/.test(id),
                  minShareCount: 2,
                  priority: 2,
                },
                // The list is also beside a request, so it is in the file of its area.
                // Its styles are imported by its page: if they were in this file, each script that loads on use would add them again.
                { name: 'requests', test: (id: string) => requestList.test(id) && !id.endsWith('.css'), priority: 2 },
                // Modules shared by the pages of an area, above all its messages, are in a file of that area.
                ...areas.map((area) => ({
                  name: area.replace(/.*\//, ''),
                  test: (id: string) =>
                    (inArea(area).test(id) && !isOnUse(id)) || (area === 'changelog/editor' && editorIcons.test(id)),
                  minShareCount: 2,
                  priority: 1,
                })),
                // Otherwise the files below would contain what entries with comments use too.
                {
                  name: 'comments',
                  test: /web\/console\/(mentions\/mention-(text-area|query)|inbox\/mark-opened)/,
                  priority: 1,
                },
                // The modules that the list and the page of a request load on use, each in one file.
                { name: 'list-on-use', test: listOnUse },
                { name: 'request-on-use', test: requestOnUse },
              ],
            },
          },
        },
      },
    },
  },
  logLevel: 'warn',
})
