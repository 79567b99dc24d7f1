import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// Runs every check that a change must pass besides the tests, then lists those that failed.
process.env.REDOCLY_TELEMETRY = 'off'
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true'

const checks: [name: string, file: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.']],
  ['types of the pages', 'tsc', ['-p', 'web']],
  ['lint and format', 'biome', ['ci', '--error-on-warnings', '.']],
  ['dead code', 'knip', []],
  ['dependency rules', 'depcruise', ['--config', '.dependency-cruiser.json', 'server', 'bench', 'bin', 'web', 'e2e']],
  ['contract', 'redocly', ['lint', 'openapi.json']],
  ['generated files', 'node', ['bin/generate.ts', '--check']],
]

const failed: string[] = []
for (const [name, file, args] of checks) {
  console.log(`— ${name}`)
  const { status } = spawnSync(join('node_modules', '.bin', file), args, { stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}

console.log('— file sizes')
const mostLines = 400
const entries = await readdir('.', { recursive: true, withFileTypes: true })
for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
  const path = join(parentPath, name)
  if (
    /^(node_modules|data|\.git|web\/build|web\/\.react-router)\//.test(path) ||
    !/\.(tsx?|mjs|css|sql)$/.test(name) ||
    /^(schema\.sql|server\/tables\.ts|migrations\/0001_baseline\.sql)$/.test(path)
  )
    continue
  const lines = (await readFile(path, 'utf8')).split('\n').length - 1
  if (lines > mostLines) failed.push(`${path} has ${lines} lines, ${mostLines} at most`)
}

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
