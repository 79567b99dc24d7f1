import { readFileSync } from 'node:fs'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'

const { ok, warning, problem } = createFindings('runtime')

/** Returns the Node.js version that Heed is tested with, from package.json. */
function pinnedVersion(): string {
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  return Object.entries(optionalDependencies).find(([name]) => name.startsWith('node-'))![1]
}

/** Checks that this is the version of Node.js that Heed is tested with. */
export function checkRuntime(running = process.versions.node): Finding[] {
  const pinned = pinnedVersion()
  if (running === pinned) return [ok(`Node.js ${running} is the version that Heed is tested with.`)]
  const message = `Heed runs on Node.js ${running} but is tested with ${pinned}.`
  const advice = 'Start Heed with npm start or npx heed, which use the tested version. If it is missing, run npm ci.'
  return [
    Number.parseInt(running, 10) < Number.parseInt(pinned, 10) ? problem(message, advice) : warning(message, advice),
  ]
}
