import { isEmoji } from '../../changelog/reactions/emoji.ts'
import { publicEntry } from '../../changelog/public/entries.ts'
import { setOwnReaction } from '../../changelog/reactions/set.ts'
import { localPath } from '../../platform/http/request/redirect-path.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { Act } from '../auth/pending-action.ts'
import { type Answer, data, goTo } from '../http/response.ts'
import { type PortalRoute, post, type Sent } from '../http/route.ts'
import { askToSignIn, signInAddress } from '../auth/sign-in/require-sign-in.ts'
import type { Visit } from '../http/context.ts'

export const reactionRoutes: PortalRoute[] = [post('/changelog/:id/reactions', { section: 'changelog' }, react)]

/** The wanted state of one of the reader's reactions: as a form it leads back, to a script it answers the counts. */
async function react(visit: Visit, { form, json }: Sent): Promise<Answer> {
  const id = visit.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? ofScript(json) : ofForm(form)
  if (visit.viewer === null) return signInFirst(visit, { id, ...wanted }, isForScript)
  const { customerId } = visit.viewer
  const caps = visit.portal.settings.trackedCustomerCaps
  await visit.portal.guard.count('reaction', visit, customerId)
  const reactions = await visit.write((tx) => setOwnReaction(tx, id, wanted, { customerId, caps }))
  return isForScript ? data({ reactions }) : goTo(visit, localPath(String(form.get('next') ?? `/changelog/${id}`)))
}

const ofScript = (json: unknown) => {
  const { emoji, isOn } = (json ?? {}) as { emoji?: unknown; isOn?: unknown }
  return checked(emoji, typeof isOn === 'boolean' ? isOn : null)
}

const ofForm = (form: FormData) =>
  form.has('react') ? checked(form.get('react'), true) : checked(form.get('withdraw'), false)

function checked(emoji: unknown, isOn: boolean | null) {
  if (!isEmoji(emoji)) throw invalid([{ path: '/emoji', message: 'must be one of the six that entries take' }])
  if (isOn === null) throw invalid([{ path: '/isOn', message: 'must be true or false' }])
  return { emoji, isOn }
}

type Wanted = { id: string } & ReturnType<typeof checked>

/** The reaction is not lost: it is set when they have signed in. */
async function signInFirst(visit: Visit, { id, emoji }: Wanted, isForScript: boolean): Promise<Answer> {
  const entry = await publicEntry(visit.scope, id, null)
  if (entry === null || entry.reactions === null) throw notFound()
  const act: Act = { kind: 'reaction', entryId: entry.id, emoji, title: entry.title }
  return isForScript ? data({ signIn: `${visit.base}${signInAddress(visit, act)}` }, 401) : askToSignIn(visit, act)
}
