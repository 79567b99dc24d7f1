import { getPublicEntry } from '../../changelog/public/entries.ts'
import { isEmoji } from '../../changelog/reactions/emoji.ts'
import { setOwnReaction } from '../../changelog/reactions/set.ts'
import { safeRedirectPath } from '../../platform/http/request/redirect-path.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { PendingAction } from '../auth/pending-action.ts'
import { requireSignIn, signInPath } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../http/route.ts'

export const reactionRoutes: PortalRoute[] = [post('/changelog/:id/reactions', { section: 'changelog' }, react)]

/** The wanted state of one of the reader's reactions: as a form it leads back, to a script it answers the counts. */
async function react(visit: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const id = visit.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? parseJsonReaction(json) : parseFormReaction(form)
  if (visit.viewer === null) return requireSignInToReact(visit, { id, ...wanted }, isForScript)
  const { customerId } = visit.viewer
  const caps = visit.services.settings.trackedCustomerCaps
  await visit.services.rateLimits.consume('reaction', visit, customerId)
  const reactions = await visit.write((tx) => setOwnReaction(tx, id, wanted, { customerId, caps }))
  return isForScript
    ? jsonResponse({ reactions })
    : redirectTo(visit, safeRedirectPath(String(form.get('next') ?? `/changelog/${id}`)))
}

const parseJsonReaction = (json: unknown) => {
  const { emoji, isOn } = (json ?? {}) as { emoji?: unknown; isOn?: unknown }
  return validateReaction(emoji, typeof isOn === 'boolean' ? isOn : null)
}

const parseFormReaction = (form: FormData) =>
  form.has('react') ? validateReaction(form.get('react'), true) : validateReaction(form.get('withdraw'), false)

function validateReaction(emoji: unknown, isOn: boolean | null) {
  if (!isEmoji(emoji)) throw invalid([{ path: '/emoji', message: 'must be one of the six that entries take' }])
  if (isOn === null) throw invalid([{ path: '/isOn', message: 'must be true or false' }])
  return { emoji, isOn }
}

type ReactionInput = { id: string } & ReturnType<typeof validateReaction>

/** The reaction is not lost: it is set when they have signed in. */
async function requireSignInToReact(
  visit: PortalContext,
  { id, emoji }: ReactionInput,
  isForScript: boolean,
): Promise<PortalResponse> {
  const entry = await getPublicEntry(visit.scope, id, null)
  if (entry === null || entry.reactions === null) throw notFound()
  const act: PendingAction = { kind: 'reaction', entryId: entry.id, emoji, title: entry.title }
  return isForScript
    ? jsonResponse({ signIn: `${visit.base}${signInPath(visit, act)}` }, 401)
    : requireSignIn(visit, act)
}
