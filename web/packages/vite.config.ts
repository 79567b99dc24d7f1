import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// Packages of hundreds of small modules, and what Heed imports of each. Reading and linking so many files takes longer
// than a command does.
const packages = {
  kysely: ['kysely'],
  typebox: ['typebox', 'typebox/value'],
}

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'web/build/packages')

/**
 * Writes which version of each package the files contain, so that `bundled-packages.ts` never loads another version.
 * Written last, so that a command that runs during a build loads no incomplete file.
 */
const manifest: Plugin = {
  name: 'manifest',
  writeBundle() {
    const entries = Object.entries(packages).map(([name, specifiers]) => {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
      return [name, { version, files: Object.fromEntries(specifiers.map((each) => [each, `${entryOf(each)}.js`])) }]
    })
    writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  },
}

const entryOf = (specifier: string): string => specifier.replace('/', '-')

/** Bundles packages for the server and the command line: whole and with readable names, one file for each import. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [manifest],
  environments: { ssr: { resolve: { noExternal: true } } },
  build: {
    ssr: true,
    outDir: folder,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.values(packages).flatMap((names) => names.map((each) => [entryOf(each), each]))),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      preserveEntrySignatures: 'strict',
      treeshake: false,
      checks: { pluginTimings: false },
    },
  },
  logLevel: 'warn',
})
