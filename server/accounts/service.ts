import type { Clock } from '../platform/clock.ts'
import { Vault } from '../platform/crypto/vault.ts'
import type { Database } from '../platform/db/database.ts'
import type { RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Settings } from '../platform/settings.ts'
import { writeAsSystem } from '../platform/system-scope.ts'
import { type AccountSettings, createAccountSettings } from './account-settings.ts'
import { type AuthAdapter, createAuthAdapter } from './better-auth/adapter.ts'
import { type InvitationOffer, inspectInvitation } from './invitations/accept.ts'
import { deriveEmailCodeKey } from './mail/send.ts'
import { createOneTimeLinks, type OneTimeLinks } from './one-time-links.ts'
import { type AccountRateLimits, createAccountRateLimits } from './rate-limits.ts'
import { inspectPasswordReset } from './recovery/password-reset.ts'
import { createSessionCookies, type SessionCookies } from './sessions/cookies.ts'
import { type CurrentUser, readCurrentUser, rememberWorkspace } from './sessions/current-user.ts'
import { hasAccounts, inspectSetup, type SetupOffer } from './setup/setup.ts'
import { createSignIn, type SignIn } from './sign-in/sign-in.ts'

export type { CurrentUser, InvitationOffer, SetupOffer }

/** A request of somebody who signs in, or is. */
export interface Caller {
  headers: Headers
  clientAddress: string
}

/** What an action answers besides: to be sent as Set-Cookie, each on its own. */
export interface CookieResult {
  setCookies: string[]
}

/** Signed in, or half way: then `answerTotp` is next. */
export interface SignInResult extends CookieResult {
  needsTotp: boolean
}

export interface AccountServiceDeps {
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
export interface AccountService extends SignIn, OneTimeLinks, AccountSettings {
  readCurrentUser(headers: Headers): Promise<CurrentUser | null>
  rememberWorkspace(accountId: string, workspaceId: string): Promise<void>
  /** Whether anybody has an account; before, only the set-up link leads in. */
  isSetUp(): Promise<boolean>
  /** Looking at a link never uses it up: mail scanners do. */
  inspectSetup(token: string): Promise<SetupOffer | null>
  inspectInvitation(token: string): Promise<InvitationOffer | null>
  inspectPasswordReset(token: string): Promise<{ email: string } | null>
}

/** What the parts of identity share. */
export interface AccountContext {
  database: Database
  cookies: SessionCookies
  rateLimits: AccountRateLimits
  clock: Clock
  authAdapter(): Promise<AuthAdapter>
  emailCodeKey: Buffer
  vault: Vault
  /** Runs in a transaction of the instance, as Heed itself: a person is not yet known. */
  write<T>(work: (tx: Omit<WriteScope, 'workspaceId'>) => Promise<T>): Promise<T>
  readCurrentUser(headers: Headers): Promise<CurrentUser | null>
}

export function createAccountService(deps: AccountServiceDeps): AccountService {
  const context = createAccountContext(deps)
  const { database, clock } = context
  return {
    ...createSignIn(context),
    ...createOneTimeLinks(context),
    ...createAccountSettings(context),
    readCurrentUser: context.readCurrentUser,
    rememberWorkspace: (accountId, workspaceId) => rememberWorkspace(database, accountId, workspaceId),
    isSetUp: () => hasAccounts(database),
    inspectSetup: (token) => inspectSetup(database, token),
    inspectInvitation: (token) => inspectInvitation(database.db, token, clock()),
    inspectPasswordReset: (token) => inspectPasswordReset(database.db, token, clock()),
  }
}

function createAccountContext({
  database,
  jobs,
  settings: { publicUrl },
  secretKey,
  clock,
  rateLimitStore,
}: AccountServiceDeps): AccountContext {
  const cookies = createSessionCookies(secretKey, publicUrl)
  return {
    database,
    cookies,
    rateLimits: createAccountRateLimits(rateLimitStore),
    clock,
    authAdapter: createAuthAdapter({ database, cookies, publicUrl }),
    emailCodeKey: deriveEmailCodeKey(secretKey),
    vault: new Vault(secretKey),
    // The work of an account belongs to no workspace.
    write: (work) => writeAsSystem({ database, jobs, clock }, '', work),
    readCurrentUser: (headers) => readCurrentUser(database, cookies, headers, clock()),
  }
}
