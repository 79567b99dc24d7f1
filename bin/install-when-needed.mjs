// Installs what the next program needs if it is missing or older than the lock file:
//   (no option)      everything, for development
//   --for-running    what the server and the commands load; a current or outdated installation for development stays one
//   --for-building   the tools that build the pages, and nothing else
//   --after-building removes those tools again where Heed only runs
// It runs before anything is installed, so it supports any Node.js from 18 on and needs no packages.
import {
  addBuildTools,
  checkRuntime,
  hasBuildTools,
  isCurrent,
  isForDevelopment,
  reduceOnce,
  removeBuildTools,
  runNpm,
} from './installation.mjs'

const purpose = process.argv[2] ?? '--for-development'

if (purpose === '--for-building') {
  if (!hasBuildTools()) addBuildTools()
} else if (purpose === '--after-building') {
  if (!isForDevelopment()) removeBuildTools()
} else {
  const needsTools = purpose === '--for-development' || isForDevelopment()
  if (!isCurrent() || (needsTools && !isForDevelopment())) {
    const args = needsTools ? ['ci', '--include=dev'] : ['ci', '--omit=dev']
    console.error(`Installing Heed’s packages (npm ${args.join(' ')}) …`)
    runNpm(...args)
    checkRuntime()
  }
  if (!isForDevelopment()) reduceOnce()
}
