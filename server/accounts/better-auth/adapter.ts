import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type SessionCookies, sessionSeconds } from '../sessions/cookies.ts'

/** A successful response of better-auth. */
export interface AuthResponse {
  setCookies: string[]
  // biome-ignore lint/suspicious/noExplicitAny: better-auth derives the type of its responses from its configuration
  body: any
}

/** A rejection by better-auth, with its error code. */
export interface AuthRejection {
  code: string
}

export const isRejection = (response: AuthResponse | AuthRejection): response is AuthRejection => 'code' in response

export interface AuthAdapter {
  signInWithPassword(headers: Headers, body: { email: string; password: string }): Promise<AuthResponse | AuthRejection>
  /** Creates a session for a user whom Heed has authenticated itself. The second factor is still required. */
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

/** Loads better-auth on first use: the API does not need it, and it takes 50 MB and a third of a second. */
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
    // For accounts without a password, being signed in is enough to change two-factor settings.
    allowPasswordless: true,
    schema: { user: { fields: { twoFactorEnabled: 'has_totp' } }, twoFactor: totpTable },
  })
  // By default, the plugin requires the second factor only after a password sign-in.
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

async function toAuthResponse(pending: Promise<Response>): Promise<AuthResponse | AuthRejection> {
  const response = await pending
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  if (response.ok) return { setCookies: response.headers.getSetCookie(), body }
  if (response.status < 500) return { code: body?.code ?? String(response.status) }
  throw new Error(`better-auth failed: ${body?.message ?? response.status}`)
}

const betterAuthOptions = ({ database, cookies, publicUrl }: Options) => ({
  secret: cookies.secret,
  baseURL: publicUrl,
  basePath: '/console/auth',
  telemetry: { enabled: false },
  // Its log contains email addresses. Failures are thrown, and logged where they are caught.
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
    // Heed extends sessions itself when it reads the current user.
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
    // IP addresses are not stored.
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
    // better-auth's own prefix for secure cookies is weaker than Heed's __Host- prefix.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: cookies.isSecure },
    ipAddress: { disableIpTracking: true },
    // The tables only have the columns that are used: none for images, locations or tokens of other providers.
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

/** Converts times, which Heed reads as strings (database.ts), to dates: better-auth would never see a string expire. */
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
