import { Resolver } from 'node:dns/promises'

/** The TXT records of a name in the DNS. `failed` means that the DNS did not answer, or answered with an error. */
export type TxtAnswer = { kind: 'found'; values: string[] } | { kind: 'failed' }

export type TxtLookup = (name: string) => Promise<TxtAnswer>

// Someone may be waiting for the answer.
const timeoutMs = 2_000
const maxTries = 2

/**
 * Creates a function that reads TXT records.
 * @param servers the DNS servers to ask, as `address` or `address:port`. Empty: those of the operating system.
 */
export const createTxtLookup =
  (servers: readonly string[]): TxtLookup =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: maxTries })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      const records = await resolver.resolveTxt(name)
      // A long record is sent in parts of 255 bytes (RFC 1035, section 3.3.14).
      return { kind: 'found', values: records.map((parts) => parts.join('')) }
    } catch (error) {
      // The name does not exist, or has no TXT record.
      const isAbsent = ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')
      return isAbsent ? { kind: 'found', values: [] } : { kind: 'failed' }
    }
  }
