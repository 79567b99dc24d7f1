import { foldPlusTag } from '../../platform/formats/email-address.ts'
import { hashIdentifier, tooManyAttempts } from '../../platform/http/rate-limits/attempt-limiter.ts'
import {
  createFixedWindow,
  type FixedWindow,
  type RateLimitStore,
} from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork, clientSite } from '../../platform/http/request/client-address.ts'

const quarterHour = 15 * 60
const day = 24 * 3_600

// A code is worth five guesses for the browser that requested it, so the number of code emails bounds guessing: 120 per
// address and day are 600 guesses among a million, a chance of 0.06 % for an attacker who uses up everything, and the
// owner finds 120 messages.
const codeMailLimits = {
  // For one address from one network (for IPv6, a /48, which contains 65,536 networks of /64). Without the daily limit,
  // three networks could use up the address's limit.
  pair: [
    { points: 5, seconds: quarterHour },
    { points: 20, seconds: day },
  ],
  // For one address from all networks together, so that no one can flood a mailbox. An attacker needs seven networks to
  // use up either limit. Even then, browsers that the owner has signed in with before are not affected.
  address: [
    { points: 30, seconds: quarterHour },
    { points: 120, seconds: day },
  ],
  // For an address from a browser that has signed in with it before. Others cannot use it up.
  knownBrowser: [
    { points: 5, seconds: quarterHour },
    { points: 20, seconds: day },
  ],
  // From one network. Codes that sign someone in no longer count, so an office of any size can work all day, but
  // sending codes to strangers is stopped.
  network: [
    { points: 1_000, seconds: quarterHour },
    { points: 2_000, seconds: day },
  ],
} as const

// Bounds the work only: each code has its own five attempts. Five for each code email.
const codeAttemptsPerNetwork = { points: 5_000, seconds: quarterHour }

// Bounds the work: tokens cannot be guessed. A widget sends one per page load, and an office shares an address.
const ssoSignInsPerMinute = 600

/** A browser that asks for a code. */
export interface CodeMailRequest {
  email: string
  clientAddress: string
  /** The id of a browser that has signed in with this address before; null for any other browser. */
  knownBrowser: string | null
}

/** The limits on signing in to the portals of an instance. Addresses that differ in a `+tag` share their limits. */
export interface SignInLimits {
  /** Counts a code email, whether or not the address can sign in. @throws 429 */
  consumeCodeMail(request: CodeMailRequest): Promise<void>
  /** Counts an attempt to enter a code. @throws 429 */
  consumeCodeAttempt(clientAddress: string): Promise<void>
  /** Stops counting a code email after its code has signed someone in. */
  giveBackCodeMail(request: CodeMailRequest): Promise<void>
  /** Counts a sign-in with an SSO token. @throws 429 */
  consumeSsoSignIn(clientAddress: string): Promise<void>
}

/** Creates the limits on signing in to portals, in the store of the instance's rate limits. */
export function createSignInLimits(store: RateLimitStore): SignInLimits {
  const codeMail = createCodeMailWindows(store)
  const { points, seconds } = codeAttemptsPerNetwork
  const codeAttempts = createFixedWindow(store, 'portal-code-network', points, seconds)
  const ssoSignIns = createFixedWindow(store, 'portal-sso', ssoSignInsPerMinute, 60)
  return {
    async consumeCodeMail(request) {
      for (const [window, id] of codeMail(request)) await consumeOrReject(window, id)
    },
    consumeCodeAttempt: (clientAddress) => consumeOrReject(codeAttempts, clientNetwork(clientAddress)),
    async giveBackCodeMail(request) {
      for (const [window, id] of codeMail(request)) await window.giveBack(id)
    },
    consumeSsoSignIn: (clientAddress) => consumeOrReject(ssoSignIns, clientNetwork(clientAddress)),
  }
}

/** Returns the windows that count a code email, with the id in each. */
function createCodeMailWindows(store: RateLimitStore): (request: CodeMailRequest) => [FixedWindow, string][] {
  const windowsOf = (kind: keyof typeof codeMailLimits) =>
    codeMailLimits[kind].map(({ points, seconds }) =>
      createFixedWindow(store, `portal-mail-${kind}-${seconds}`, points, seconds),
    )
  const [pair, address] = [windowsOf('pair'), windowsOf('address')]
  const [knownBrowser, network] = [windowsOf('knownBrowser'), windowsOf('network')]
  return ({ email, clientAddress, knownBrowser: browser }) => {
    const mailbox = foldPlusTag(email)
    const withId = (windows: FixedWindow[], id: string) => windows.map((window): [FixedWindow, string] => [window, id])
    if (browser !== null) return withId(knownBrowser, hashIdentifier(`${mailbox} ${browser}`))
    // The address is counted last, so requests that another limit rejects do not use up its limit.
    return [
      ...withId(network, clientNetwork(clientAddress)),
      ...withId(pair, hashIdentifier(`${mailbox} ${clientSite(clientAddress)}`)),
      ...withId(address, hashIdentifier(mailbox)),
    ]
  }
}

async function consumeOrReject(window: FixedWindow, id: string): Promise<void> {
  const ms = await window.consume(id)
  if (ms !== null) throw tooManyAttempts(ms)
}
