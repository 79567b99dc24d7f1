import { publicSimilar } from '../../feedback/public/similar.ts'
import { type Answer, data } from '../http/response.ts'
import type { Visit } from '../http/context.ts'
import { admitReader } from './access.ts'

// As long as a title may be.
const charactersAtMost = 200

/** What says about the same as a title that is being written. */
export async function similar(visit: Visit): Promise<Answer> {
  admitReader(visit)
  const { portal, scope, viewer, query } = visit
  const customerId = viewer?.customerId ?? null
  await portal.guard.count('similar', visit, customerId)
  const title = [...(query.get('title') ?? '')].slice(0, charactersAtMost).join('')
  const found = await publicSimilar(scope, title, customerId)
  return data({ data: found.map(({ id, title, stage, votes, isVoted }) => ({ id, title, stage, votes, isVoted })) })
}
