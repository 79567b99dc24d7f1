import { getPublicEntry } from '../../changelog/public/entries.ts'
import { isEmoji } from '../../changelog/reactions/emoji.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { PendingAction } from '../auth/pending-action.ts'
import { requireSignIn, requireSignInFromScript } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { nextPath } from '../http/next-path.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { setReaction } from './set-reaction.ts'

export const reactionRoutes: PortalRoute[] = [post('/changelog/:id/reactions', { section: 'changelog' }, react)]

/** Sets or withdraws one of the viewer's reactions; redirects a form back and returns the counts to a script. */
async function react(context: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const id = context.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? parseJsonReaction(json) : parseFormReaction(form)
  if (context.viewer === null) return requireSignInToReact(context, { id, ...wanted }, isForScript)
  const reactions = await setReaction(context, context.viewer.customerId, id, wanted)
  return isForScript
    ? jsonResponse({ reactions })
    : redirectTo(context, nextPath(context, form.get('next'), `/changelog/${id}`))
}

const parseJsonReaction = (json: unknown) => {
  const { emoji, isOn } = (json ?? {}) as { emoji?: unknown; isOn?: unknown }
  return validateReaction(emoji, typeof isOn === 'boolean' ? isOn : null)
}

const parseFormReaction = (form: FormData) =>
  form.has('react') ? validateReaction(form.get('react'), true) : validateReaction(form.get('withdraw'), false)

function validateReaction(emoji: unknown, isOn: boolean | null) {
  if (!isEmoji(emoji)) throw invalid([{ path: '/emoji', message: 'must be one of the six supported emoji' }])
  if (isOn === null) throw invalid([{ path: '/isOn', message: 'must be true or false' }])
  return { emoji, isOn }
}

type ReactionInput = { id: string } & ReturnType<typeof validateReaction>

/** Asks the visitor to sign in; the reaction is set afterwards. */
async function requireSignInToReact(
  context: PortalContext,
  { id, emoji }: ReactionInput,
  isForScript: boolean,
): Promise<PortalResponse> {
  const entry = await getPublicEntry(context.scope, id, null)
  if (entry === null || entry.reactions === null) throw notFound()
  const action: PendingAction = { kind: 'reaction', entryId: entry.id, emoji, title: entry.title }
  return isForScript ? requireSignInFromScript(context, action) : requireSignIn(context, action)
}
