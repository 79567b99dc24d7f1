import { redirectDocument } from 'react-router'
import { authorizeApp } from '#server/apps/authorize.ts'
import { grantableScopes } from '#server/apps/grantable-scopes.ts'
import { answerConsentRequest, type ConsentRequest, findConsentRequest } from '#server/apps/interactions.ts'
import { consentCookieName } from '#server/apps/provider/consent-cookie.ts'
import { formActionSource, isLoopbackTarget, redirectTarget } from '#server/apps/redirect-uris.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { memberContextFor, type UserContext } from '#server/console/page-context.ts'
import { readCookie } from '#server/platform/http/request/cookies.ts'
import { invalidState, notFound } from '#server/platform/problems.ts'
import { LinkExpired } from '../auth/components.tsx'
import { authorizeMessages as messages } from '../messages/authorize.ts'
import { layoutMessages } from '../messages/layout.ts'
import { Consent } from './consent.tsx'

export { clientAction } from '../offline-action.ts'

/** Finds the request for consent that this browser started; null for any other one. */
async function findOwnRequest({ deps, params, request }: UserContext): Promise<ConsentRequest | null> {
  const id = params.id!
  if (readCookie(request.headers, consentCookieName(id)) !== id) return null
  return findConsentRequest(deps.database, deps.settings.publicUrl, id)
}

/** Lists the workspaces where the user could connect the app. */
const listWorkspaces = ({ user }: UserContext, { app }: ConsentRequest) =>
  user.memberships.filter(({ workspaceId }) => app.workspaceId === null || app.workspaceId === workspaceId)

export const loader = loaderFor.user(async (context) => {
  const consent = await findOwnRequest(context)
  if (consent === null) return null
  const { user, url, allowFormTarget } = context
  allowFormTarget(formActionSource(consent.redirectUri))
  const workspaces = listWorkspaces(context, consent)
  const asked = url.searchParams.get('workspace')
  const chosen =
    workspaces.find(({ slug }) => slug === asked) ??
    workspaces.find(({ workspaceId }) => workspaceId === user.lastWorkspaceId) ??
    workspaces[0]
  const grantable = new Set<string>(chosen ? grantableScopes(chosen.role) : [])
  const target = redirectTarget(consent.redirectUri)
  return {
    path: url.pathname,
    account: { id: user.account.id, email: user.account.email },
    app: { name: consent.app.name, clientHost: consent.app.clientHost, isRegistered: consent.app.workspaceId !== null },
    target: { text: target, kind: targetKind(target) },
    workspaces: workspaces.map(({ slug, name }) => ({ slug, name })),
    chosen: chosen ? { id: chosen.workspaceId, slug: chosen.slug, name: chosen.name } : null,
    allowed: consent.scopes.filter((scope) => grantable.has(scope)),
    notAllowed: consent.scopes.filter((scope) => !grantable.has(scope)),
  }
})

function targetKind(target: string): 'host' | 'loopback' | 'scheme' {
  if (isLoopbackTarget(target)) return 'loopback'
  return target.endsWith(':') ? 'scheme' : 'host'
}

export type ConsentPage = NonNullable<Awaited<ReturnType<typeof loader>>>

/** Loads the request again when the form is submitted. @throws 404 if it has expired or belongs to another browser */
async function requireOwnRequest(context: UserContext & { form: { text(name: string): string } }) {
  const consent = await findOwnRequest(context)
  if (consent === null) throw notFound()
  // The page may have been loaded by another person in this browser.
  if (context.form.text('account') !== context.user.account.id) throw invalidState(messages.changed)
  return consent
}

export const action = actionFor.user({
  allow: async (context) => {
    const consent = await requireOwnRequest(context)
    const id = context.form.id('workspace')
    const membership = listWorkspaces(context, consent).find(({ workspaceId }) => workspaceId === id)
    if (membership === undefined) throw notFound()
    const { account } = context.user
    const shownScopes = context.form.text('scopes').split(' ')
    const returnTo = await memberContextFor(context, membership).write(async (tx) => {
      const grantId = await authorizeApp(tx, { ...consent, shownScopes })
      const login = { accountId: account.id, remember: false as const }
      return answerConsentRequest(tx, context.params.id!, { login, consent: { grantId } })
    })
    return redirectDocument(returnTo, 303)
  },
  deny: async (context) => {
    await requireOwnRequest(context)
    const denial = { error: 'access_denied' as const, error_description: messages.deniedReason }
    return redirectDocument(await answerConsentRequest(context.deps.database, context.params.id!, denial), 303)
  },
})

export const meta = ({ loaderData }: { loaderData?: ConsentPage | null }) => [
  {
    title: loaderData
      ? messages.pageTitle({ app: loaderData.app.name, product: layoutMessages.product })
      : messages.expired.title,
  },
]

export default function Authorize({ loaderData: page }: { loaderData: ConsentPage | null }) {
  if (page === null) return <LinkExpired messages={messages.expired} to="/" />
  return <Consent {...page} />
}
