import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

export const createSessionPath = '/heed/open-session'

/** Accepts input that was validated before. better-auth takes any Standard Schema validator (standardschema.dev). */
const accountId = {
  '~standard': {
    version: 1 as const,
    vendor: 'heed',
    validate: (value: unknown) => ({ value: value as { accountId: string } }),
    types: undefined as unknown as { input: { accountId: string }; output: { accountId: string } },
  },
}

/**
 * Creates sessions for accounts authenticated by an email code, a link or an invitation, inside better-auth, so that
 * the second factor and the cookies work as for its own sessions. Never routed, like all of better-auth.
 */
export const sessionPlugin = {
  id: 'heed-open-session',
  endpoints: {
    openSession: createAuthEndpoint(createSessionPath, { method: 'POST', body: accountId }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.accountId)
      if (!user) throw new APIError('UNAUTHORIZED', { code: 'NO_ACCOUNT' })
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ accountId: user.id })
    }),
  },
} satisfies BetterAuthPlugin
