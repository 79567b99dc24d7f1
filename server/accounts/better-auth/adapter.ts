import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Cookies, sessionSeconds } from '../sessions/cookies.ts'

/** What went into the answer of better-auth. */
export interface Answer {
  setCookies: string[]
  // biome-ignore lint/suspicious/noExplicitAny: better-auth types what it answers by what it was configured with
  body: any
}

/** A refusal of better-auth, by its own code. */
export interface Refusal {
  refused: string
}

export const isRefusal = (answer: Answer | Refusal): answer is Refusal => 'refused' in answer

export interface Engine {
  signInWithPassword(headers: Headers, body: { email: string; password: string }): Promise<Answer | Refusal>
  /** Opens a session for somebody who has proven who they are by other means; a second step is asked for as ever. */
  signInProven(headers: Headers, body: { accountId: string }): Promise<Answer | Refusal>
  verifyTotp(headers: Headers, body: { code: string }): Promise<Answer | Refusal>
  verifyBackupCode(headers: Headers, body: { code: string }): Promise<Answer | Refusal>
  beginTotp(headers: Headers, body: { password?: string }): Promise<Answer | Refusal>
  disableTotp(headers: Headers, body: { password?: string }): Promise<Answer | Refusal>
}

interface Options {
  database: Database
  cookies: Cookies
  publicUrl: string
}

/** Loads better-auth at the first use: the API does without, and it takes 50 MB and a third of a second. */
export function createEngine(options: Options): () => Promise<Engine> {
  let loading: Promise<Engine> | undefined
  return () => {
    loading ??= load(options)
    return loading
  }
}

async function load(options: Options): Promise<Engine> {
  const [{ betterAuth }, { twoFactor }, sessions] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/two-factor'),
    import('./session-plugin.ts'),
  ])
  const secondStep = twoFactor({
    issuer: 'Heed',
    // Who has no password confirms by being signed in.
    allowPasswordless: true,
    schema: { user: { fields: { twoFactorEnabled: 'has_totp' } }, twoFactor: totpTable },
  })
  // Of itself it asks for the second step after a password alone.
  const [afterSignIn] = secondStep.hooks.after
  afterSignIn!.matcher = ({ path }) => path === '/sign-in/email' || path === sessions.openPath
  const auth = betterAuth({ ...settingsOf(options), plugins: [secondStep, sessions.openSession] })
  const { api } = auth
  return {
    signInWithPassword: (headers, body) => answerOf(api.signInEmail({ headers, body, asResponse: true })),
    signInProven: (headers, body) => answerOf(api.openSession({ headers, body, asResponse: true })),
    verifyTotp: (headers, body) => answerOf(api.verifyTOTP({ headers, body, asResponse: true })),
    verifyBackupCode: (headers, body) => answerOf(api.verifyBackupCode({ headers, body, asResponse: true })),
    beginTotp: (headers, body) => answerOf(api.enableTwoFactor({ headers, body, asResponse: true })),
    disableTotp: (headers, body) => answerOf(api.disableTwoFactor({ headers, body, asResponse: true })),
  }
}

async function answerOf(asking: Promise<Response>): Promise<Answer | Refusal> {
  const response = await asking
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  if (response.ok) return { setCookies: response.headers.getSetCookie(), body }
  if (response.status < 500) return { refused: body?.code ?? String(response.status) }
  throw new Error(`better-auth failed: ${body?.message ?? response.status}`)
}

const settingsOf = ({ database, cookies, publicUrl }: Options) => ({
  secret: cookies.secret,
  baseURL: publicUrl,
  basePath: '/console/auth',
  telemetry: { enabled: false },
  // Its log names addresses. What fails is thrown, and logged where it is caught.
  logger: { disabled: true },
  database: { db: database.db.withPlugin(dates), type: 'postgres' as const },
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
const dates: KyselyPlugin = {
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
