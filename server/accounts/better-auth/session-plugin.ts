import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

export const createSessionPath = '/heed/open-session'

/** Input that was checked before. better-auth takes any validator of this form (standardschema.dev). */
const accountId = {
  '~standard': {
    version: 1 as const,
    vendor: 'heed',
    validate: (value: unknown) => ({ value: value as { accountId: string } }),
    types: undefined as unknown as { input: { accountId: string }; output: { accountId: string } },
  },
}

/**
 * A session for an account that was proven by a code, a link or an invitation, opened where better-auth opens its own,
 * so that second step and cookies are the same. Never routed: nothing of better-auth is.
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
