import { problem } from '../../platform/problems.ts'
import { OneOf, Strict, Uuid } from '../../platform/schemas.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import { type Answer, data } from '../http/response.ts'
import type { Sent } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { admitOrigin } from './access.ts'
import { jsonReader } from './json-body.ts'

const readVote = jsonReader(Strict({ feedbackId: Uuid(), vote: OneOf(['cast', 'withdraw']) }))

/** The wanted state of a customer's vote. @throws 401 for who has no session */
export async function vote(visit: Visit, sent: Sent): Promise<Answer> {
  const { portal, viewer } = visit
  admitOrigin(visit)
  if (viewer === null) {
    throw problem('unauthorized', 'Authorization must be Bearer and the token of a session.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  const { customerId } = viewer
  await portal.guard.count('vote', visit, customerId)
  const wanted = readVote(visit, sent)
  const caps = portal.settings.trackedCustomerCaps
  const isCast = wanted.vote === 'cast'
  return data({ data: await visit.write((tx) => setOwnVote(tx, wanted.feedbackId, isCast, { customerId, caps })) })
}
