// Builds dist/ before the package is packed. It uses the compiler of this repository and runs on any Node.js from 18 on.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const dist = join(folder, 'dist')
const compiler = join(folder, '../../node_modules/typescript-native/bin/tsc')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

// The compiler renames the imports of the scripts, but not those of the declarations.
for (const name of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
  const path = join(dist, name)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/(from '|from "|import\(")(\.[^'"]*)\.ts(?=['"])/g, '$1$2.js'),
  )
}
