import { type LookupAllOptions, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Resolves a host name to all of its IP addresses. */
export type ResolveName = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: { address: string; family: number }[]) => void,
) => void

const attemptMs = 2_000
const maxAttempts = 2

// The name servers answered that there is no such name, or there are no name servers. After any other error, asking the
// operating system may take long.
const absentCodes = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']

interface Options {
  /** Whether to ask the operating system for unknown names, which may be in /etc/hosts or in a search domain. */
  asksSystem: boolean
  /** Default: those of the operating system. */
  servers?: readonly string[]
}

/**
 * Creates a function that asks the name servers itself. `lookup` asks the operating system in a thread, and Node.js runs
 * two of those at a time: while the name servers of two hosts do not respond, for ten seconds each, no other name is
 * resolved.
 */
export function createNameResolver({ asksSystem, servers = [] }: Options): ResolveName {
  const resolver = new Resolver({ timeout: attemptMs, tries: maxAttempts })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name, options, done) => {
    // A name without a dot belongs to the operator's network, and localhost has no name server.
    if (/^[^.]+\.?$|\.localhost\.?$/i.test(name)) return lookup(name, options, done)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length > 0) return done(null, found)
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as { code: string }] : [],
    )
    if (asksSystem && errors.every(({ code }) => absentCodes.includes(code))) return lookup(name, options, done)
    done(errors[0] as unknown as Error, [])
  }
}
