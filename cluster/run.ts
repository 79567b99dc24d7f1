// `npm run cluster` builds a cluster with failover on this machine and tests it with failures; see
// docs/operations/cluster.md. `npm run cluster -- <name>` runs the cluster with this name in this folder, or otherwise
// one step of the cluster with failover.
const [name = '', ...args] = process.argv.slice(2)

const clusters: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  citus: () => import('./citus/run.ts'),
}

const load = clusters[name]
if (load === undefined) {
  const { runInSandbox } = await import('./sandbox.ts')
  process.exitCode = await runInSandbox(process.argv.slice(2))
} else {
  const { run } = await load()
  await run(args)
}
