import { readFileSync } from 'node:fs'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('runtime')

/** The version of Node.js that package.json brings along: the one that Heed is tested with. */
function pinnedVersion(): string {
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  return Object.entries(optionalDependencies).find(([name]) => name.startsWith('node-'))![1]
}

/** Whether this is the Node.js that Heed is made for. */
export function checkRuntime(running = process.versions.node): Finding[] {
  const pinned = pinnedVersion()
  if (running === pinned) return [ok(`Node.js ${running}, which is the one that Heed is tested with.`)]
  const message = `Node.js ${running} runs; Heed is tested with ${pinned}.`
  const advice = 'Start Heed by npm start or npx heed, which take the tested one; run npm ci if that is missing.'
  return [
    Number.parseInt(running, 10) < Number.parseInt(pinned, 10) ? problem(message, advice) : warning(message, advice),
  ]
}
