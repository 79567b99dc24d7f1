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

/** The HTTP request of a person who is signing in or signed in. */
export interface Caller {
  headers: Headers
  clientAddress: string
}

/** Cookies to send, each in its own Set-Cookie header. */
export interface CookieResult {
  setCookies: string[]
}

/** Signed in, unless `needsTotp`: then `verifySecondFactor` is next. */
export interface SignInResult extends CookieResult {
  needsTotp: boolean
}

export interface AccountsDeps {
  database: Database
  jobs: Jobs
  settings: Pick<Settings, 'publicUrl'>
  secretKey: string
  clock: Clock
  rateLimitStore: RateLimitStore
}

/**
 * Everything that pages do with accounts. Errors are thrown as problems with the path of the field: `/email`,
 * `/password`, `/code`, `/currentPassword`, `/name`, `/slug`, `/workspaceName`, `/token`; and 429 after too many
 * attempts.
 */
export interface Accounts extends SignIn, OneTimeLinks, AccountSettings {
  readCurrentUser(headers: Headers): Promise<CurrentUser | null>
  rememberWorkspace(accountId: string, workspaceId: string): Promise<void>
  /** Returns whether any account exists; until then, only the setup link gives access. */
  isSetUp(): Promise<boolean>
  /** Inspecting a link never uses it up, since mail scanners open links. */
  inspectSetup(token: string): Promise<SetupOffer | null>
  inspectInvitation(token: string): Promise<InvitationOffer | null>
  inspectPasswordReset(token: string): Promise<{ email: string } | null>
}

/** The dependencies that the parts of `Accounts` share. */
export interface AccountContext {
  database: Database
  cookies: SessionCookies
  rateLimits: AccountRateLimits
  clock: Clock
  authAdapter(): Promise<AuthAdapter>
  emailCodeKey: Buffer
  vault: Vault
  /** Runs a transaction outside any workspace, as the system: the person is not known yet. */
  write<T>(work: (tx: Omit<WriteScope, 'workspaceId'>) => Promise<T>): Promise<T>
  readCurrentUser(headers: Headers): Promise<CurrentUser | null>
}

export function createAccounts(deps: AccountsDeps): Accounts {
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

/** Creates what the parts of `Accounts` share. */
export function createAccountContext({
  database,
  jobs,
  settings: { publicUrl },
  secretKey,
  clock,
  rateLimitStore,
}: AccountsDeps): AccountContext {
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
