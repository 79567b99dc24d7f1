import { notFound } from '#server/platform/problems.ts'
import { type Provider, providers } from '#server/tracker/tracker.ts'

/** Parses the provider in the page's address. @throws 404 for an unknown one. */
export function requireProvider(name: string | undefined): Provider {
  const provider = providers.find((each) => each === name)
  if (provider === undefined) throw notFound()
  return provider
}
