import { enableCompileCache } from 'node:module'
import { useBundledPackages } from './platform/bundled-packages.ts'

// React runs its slow development build unless this is set.
process.env.NODE_ENV ??= 'production'
// Caching compiled modules halves the time of later starts. It must be enabled before they are imported.
enableCompileCache()
useBundledPackages()
const { runServer } = await import('./run-server.ts')
await runServer(process.env)
