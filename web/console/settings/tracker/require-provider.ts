import { notFound } from '#server/platform/problems.ts'
import { type Provider, providers } from '#server/tracker/tracker.ts'

/** @throws 404 for a tracker that there is not. */
export function requireProvider(name: string | undefined): Provider {
  const provider = providers.find((each) => each === name)
  if (provider === undefined) throw notFound()
  return provider
}
