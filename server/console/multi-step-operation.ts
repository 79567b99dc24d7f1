import { type Phases, storedReply } from '../platform/http/api/multi-step-operation.ts'
import type { MemberVisit } from './page-context.ts'

/**
 * For verbs that speak to another system on their way, as `postInPhases` of the API has it: each `write` is committed
 * before the next step. A form has no idempotency key; such a verb is safe to repeat by itself.
 */
export const phasesOf = ({ scope, write }: Pick<MemberVisit, 'scope' | 'write'>): Phases => ({
  scope,
  write,
  finish: (work) => write(async (tx) => ({ stored: storedReply(await work(tx), 200) })),
})
