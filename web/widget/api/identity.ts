import type { ApiClient } from './client.ts'

/** An SSO token that identifies the visitor, or a function that fetches one when it is needed. */
export type IdentitySource = string | (() => string | Promise<string>)

/** The visitor's identity, as the embedding page states it. Nothing is stored beyond the page. */
export interface VisitorIdentity {
  /** Replaces the identity; an empty string clears it. */
  set(source: IdentitySource): void
  /** Returns the session token, created when first needed; null without an identity. */
  session(): Promise<string | null>
  /** Tells whether there is an identity to create a session from. */
  isKnown(): boolean
}

// A token is single-use and valid for minutes: an unused one is exchanged at this fraction of its lifetime.
const exchangeAtFraction = 0.8

export function createVisitorIdentity(server: ApiClient): VisitorIdentity {
  let exchange: (() => Promise<string | null>) | null = null
  let timer = 0

  const set = (source: IdentitySource): void => {
    clearTimeout(timer)
    let session: Promise<string | null> | null = null
    const exchangeOnce = () => {
      session ??= exchangeToken(server, source)
      return session
    }
    exchange = source === '' ? null : exchangeOnce
    if (typeof source === 'string' && source !== '')
      timer = window.setTimeout(exchangeOnce, tokenLifetimeMs(source) * exchangeAtFraction)
  }
  return {
    set,
    session: async () => (exchange === null ? null : exchange()),
    isKnown: () => exchange !== null,
  }
}

/** Exchanges an SSO token for a session. A failure only warns on the console: the widget works without a session. */
async function exchangeToken(server: ApiClient, source: IdentitySource): Promise<string | null> {
  try {
    const token = typeof source === 'string' ? source : await source()
    return token ? (await server.identify(token)).sessionToken : null
  } catch (error) {
    console.warn('Heed: the identity token was rejected.', (error as Error).message)
    return null
  }
}

/** Returns the lifetime of a JWT according to its own claims; zero without them. */
function tokenLifetimeMs(token: string): number {
  try {
    const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return Math.max(0, claims.exp - (claims.iat ?? Date.now() / 1_000)) * 1_000 || 0
  } catch {
    return 0
  }
}
