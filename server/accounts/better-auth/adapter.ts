import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type SessionCookies, sessionSeconds } from '../sessions/cookies.ts'

/** What went into the answer of better-auth. */
export interface AuthResponse {
  setCookies: string[]
  // biome-ignore lint/suspicious/noExplicitAny: better-auth types what it answers by what it was configured with
  body: any
}

/** A refusal of better-auth, by its own code. */
export interface AuthRejection {
  refused: string
}

export const isRejection = (answer: AuthResponse | AuthRejection): answer is AuthRejection => 'refused' in answer

export interface AuthAdapter {
  signInWithPassword(headers: Headers, body: { email: string; password: string }): Promise<AuthResponse | AuthRejection>
  /** Opens a session for somebody who has proven who they are by other means; a second step is asked for as ever. */
  createSession(headers: Headers, body: { accountId: string }): Promise<AuthResponse | AuthRejection>
  verifyTotp(headers: Headers, body: { code: string }): Promise<AuthResponse | AuthRejection>
  verifyBackupCode(headers: Headers, body: { code: string }): Promise<AuthResponse | AuthRejection>
  enrollTotp(headers: Headers, body: { password?: string }): Promise<AuthResponse | AuthRejection>
  disableTotp(headers: Headers, body: { password?: string }): Promise<AuthResponse | AuthRejection>
}

interface Options {
  database: Database
  cookies: SessionCookies
  publicUrl: string
}

/** Loads better-auth at the first use: the API does without, and it takes 50 MB and a third of a second. */
export function createAuthAdapter(options: Options): () => Promise<AuthAdapter> {
  let loading: Promise<AuthAdapter> | undefined
  return () => {
    loading ??= load(options)
    return loading
  }
}

async function load(options: Options): Promise<AuthAdapter> {
  const [{ betterAuth }, { twoFactor }, sessions] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/two-factor'),
    import('./session-plugin.ts'),
  ])
  const secondFactor = twoFactor({
    issuer: 'Heed',
    // Who has no password confirms by being signed in.
    allowPasswordless: true,
    schema: { user: { fields: { twoFactorEnabled: 'has_totp' } }, twoFactor: totpTable },
  })
  // Of itself it asks for the second step after a password alone.
  const [afterSignIn] = secondFactor.hooks.after
  afterSignIn!.matcher = ({ path }) => path === '/sign-in/email' || path === sessions.createSessionPath
  const auth = betterAuth({ ...betterAuthOptions(options), plugins: [secondFactor, sessions.sessionPlugin] })
  const { api } = auth
  return {
    signInWithPassword: (headers, body) => toAuthResponse(api.signInEmail({ headers, body, asResponse: true })),
    createSession: (headers, body) => toAuthResponse(api.openSession({ headers, body, asResponse: true })),
    verifyTotp: (headers, body) => toAuthResponse(api.verifyTOTP({ headers, body, asResponse: true })),
    verifyBackupCode: (headers, body) => toAuthResponse(api.verifyBackupCode({ headers, body, asResponse: true })),
    enrollTotp: (headers, body) => toAuthResponse(api.enableTwoFactor({ headers, body, asResponse: true })),
    disableTotp: (headers, body) => toAuthResponse(api.disableTwoFactor({ headers, body, asResponse: true })),
  }
}

async function toAuthResponse(asking: Promise<Response>): Promise<AuthResponse | AuthRejection> {
  const response = await asking
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  if (response.ok) return { setCookies: response.headers.getSetCookie(), body }
  if (response.status < 500) return { refused: body?.code ?? String(response.status) }
  throw new Error(`better-auth failed: ${body?.message ?? response.status}`)
}

const betterAuthOptions = ({ database, cookies, publicUrl }: Options) => ({
  secret: cookies.secret,
  baseURL: publicUrl,
  basePath: '/console/auth',
  telemetry: { enabled: false },
  // Its log names addresses. What fails is thrown, and logged where it is caught.
  logger: { disabled: true },
  database: { db: database.db.withPlugin(parseDates), type: 'postgres' as const },
  emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12, maxPasswordLength: 1_000 },
  session: {
    modelName: 'account_sessions',
    fields: {
      userId: 'account_id',
      userAgent: 'user_agent',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    expiresIn: sessionSeconds,
    // visitor.ts prolongs sessions.
    disableSessionRefresh: true,
  },
  user: {
    modelName: 'accounts',
    fields: { emailVerified: 'is_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  account: { modelName: 'account_credentials', fields: credentialFields },
  verification: {
    modelName: 'account_challenges',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  databaseHooks: {
    // Where people are is not kept.
    session: {
      create: {
        before: async (session: { userAgent?: string | null | undefined }) => ({
          data: { ipAddress: undefined, userAgent: (session.userAgent ?? '').slice(0, 500) },
        }),
      },
    },
  },
  advanced: {
    cookiePrefix: cookies.prefix,
    // Its own way to make cookies secure has a weaker prefix than ours.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: cookies.isSecure },
    ipAddress: { disableIpTracking: true },
    // The tables have the columns that are used: none for pictures, places, or the tokens of other providers.
    database: { generateId: () => newId(), validateSchema: false },
  },
})

const credentialFields = {
  userId: 'account_id',
  providerId: 'provider',
  accountId: 'subject',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

const totpTable = {
  modelName: 'account_totp',
  fields: {
    userId: 'account_id',
    backupCodes: 'backup_codes',
    verified: 'is_confirmed',
    failedVerificationCount: 'failures',
    lockedUntil: 'locked_until',
  },
}

/** Times are texts in Heed (database.ts); better-auth compares them as dates, and would find no text to be over. */
const parseDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && /_(at|until)$/.test(name) ? new Date(value) : value,
        ]),
      ),
    )
    return { ...result, rows }
  },
}
