import { acceptInvitation, type InvitationOffer, inspectInvitation } from '../members/accept-invitation.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Settings } from '../platform/settings.ts'
import { Vault } from '../platform/crypto/vault.ts'
import { type Attempts, createAttempts } from './rate-limits.ts'
import { type Cookies, cookiesOf } from './sessions/cookies.ts'
import { createEngine, type Engine } from './better-auth/adapter.ts'
import { codeKeyOf } from './mail/send.ts'
import { createOwnAccount, type OwnAccount } from './account-settings.ts'
import { createRedeeming, type Redeeming } from './one-time-links.ts'
import { inspectReset } from './recovery/password-reset.ts'
import { hasAccounts, inspectSetup, type SetupOffer } from './setup/setup.ts'
import { createSigningIn, type SigningIn } from './sign-in/sign-in.ts'
import { readVisitor, rememberWorkspace, type Visitor } from './sessions/current-user.ts'

export type { InvitationOffer, SetupOffer, Visitor }

/** A request of somebody who signs in, or is. */
export interface Caller {
  headers: Headers
  clientAddress: string
}

/** What an action answers besides: to be sent as Set-Cookie, each on its own. */
export interface Done {
  setCookies: string[]
}

/** Signed in, or half way: then `answerTotp` is next. */
export interface SignedIn extends Done {
  needsTotp: boolean
}

export interface IdentityDeps {
  database: Database
  jobs: Jobs
  settings: Pick<Settings, 'publicUrl'>
  secretKey: string
  clock: Clock
  rateLimitStore: RateLimitStore
}

/**
 * Everything that pages do with accounts. What is refused is thrown as a problem, with the path of the field that it is
 * about: `/email`, `/password`, `/code`, `/currentPassword`, `/name`, `/slug`, `/workspaceName`, `/token`; and 429 for too many tries.
 */
export interface Identity extends SigningIn, Redeeming, OwnAccount {
  visitorOf(headers: Headers): Promise<Visitor | null>
  rememberWorkspace(accountId: string, workspaceId: string): Promise<void>
  /** Whether anybody has an account; before, only the set-up link leads in. */
  isSetUp(): Promise<boolean>
  /** Looking at a link never uses it up: mail scanners do. */
  inspectSetup(token: string): Promise<SetupOffer | null>
  inspectInvitation(token: string): Promise<InvitationOffer | null>
  inspectReset(token: string): Promise<{ email: string } | null>
}

/** What the parts of identity share. */
export interface Desk {
  database: Database
  cookies: Cookies
  attempts: Attempts
  clock: Clock
  engine(): Promise<Engine>
  codeKey: Buffer
  vault: Vault
  /** Runs in a transaction of the instance, as Heed itself: a person is not yet known. */
  write<T>(work: (tx: Omit<WriteScope, 'workspaceId'>) => Promise<T>): Promise<T>
  visitorOf(headers: Headers): Promise<Visitor | null>
}

export function createIdentity(deps: IdentityDeps): Identity {
  const desk = deskOf(deps)
  const { database, clock } = desk
  return {
    ...createSigningIn(desk),
    ...createRedeeming(desk, acceptInvitation),
    ...createOwnAccount(desk),
    visitorOf: desk.visitorOf,
    rememberWorkspace: (accountId, workspaceId) => rememberWorkspace(database, accountId, workspaceId),
    isSetUp: () => hasAccounts(database),
    inspectSetup: (token) => inspectSetup(database, token),
    inspectInvitation: (token) => inspectInvitation(database.db, token, clock()),
    inspectReset: (token) => inspectReset(database.db, token, clock()),
  }
}

function deskOf({ database, jobs, settings: { publicUrl }, secretKey, clock, rateLimitStore }: IdentityDeps): Desk {
  const cookies = cookiesOf(secretKey, publicUrl)
  return {
    database,
    cookies,
    attempts: createAttempts(rateLimitStore),
    clock,
    engine: createEngine({ database, cookies, publicUrl }),
    codeKey: codeKeyOf(secretKey),
    vault: new Vault(secretKey),
    write: (work) =>
      inTransaction(database.pool, (tx) =>
        work({
          ...tx,
          enqueue: jobs.enqueueIn(tx.db),
          actor: { type: 'system', id: null },
          agent: null,
          requestId: null,
          now: clock(),
        }),
      ),
    visitorOf: (headers) => readVisitor(database, cookies, headers, clock()),
  }
}
