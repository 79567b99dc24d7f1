import type { ApiClient } from './client.ts'

/** A token that says who is there, or what fetches one when it is needed. */
export type IdentitySource = string | (() => string | Promise<string>)

/** Who sits in front of the page, as the page says. Nothing of it is kept beyond the page. */
export interface VisitorIdentity {
  /** Takes the place of who was there before; empty: nobody. */
  set(source: IdentitySource): void
  /** A session, from the first time that one is needed; null: nobody is known. */
  session(): Promise<string | null>
  /** Whether a session is there or can be had. */
  isKnown(): boolean
}

// A token is good once and for minutes: one that nobody has needed by now is exchanged before it is none.
const renewAtFraction = 0.8

export function createVisitorIdentity(server: ApiClient): VisitorIdentity {
  let exchange: (() => Promise<string | null>) | null = null
  let timer = 0

  const set = (source: IdentitySource): void => {
    clearTimeout(timer)
    let asked: Promise<string | null> | null = null
    const own = () => {
      asked ??= exchangeToken(server, source)
      return asked
    }
    exchange = source === '' ? null : own
    if (typeof source === 'string' && source !== '')
      timer = window.setTimeout(own, tokenLifetimeMs(source) * renewAtFraction)
  }
  return {
    set,
    session: async () => (exchange === null ? null : exchange()),
    isKnown: () => exchange !== null,
  }
}

/** Without a session the widget still works, so its page's developer is told and nobody else. */
async function exchangeToken(server: ApiClient, source: IdentitySource): Promise<string | null> {
  try {
    const token = typeof source === 'string' ? source : await source()
    return token ? (await server.identify(token)).sessionToken : null
  } catch (error) {
    console.warn('Heed: the token that says who is there was not taken.', (error as Error).message)
    return null
  }
}

/** For how long a JWT was made, by its own clock; zero when it does not say. */
function tokenLifetimeMs(token: string): number {
  try {
    const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return Math.max(0, claims.exp - (claims.iat ?? Date.now() / 1_000)) * 1_000 || 0
  } catch {
    return 0
  }
}
