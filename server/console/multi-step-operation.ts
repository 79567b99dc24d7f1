import { type MultiStepOperation, toStoredResponse } from '../platform/http/api/multi-step-operation.ts'
import type { MemberContext } from './page-context.ts'

/**
 * For verbs that speak to another system on their way, as `postInPhases` of the API has it: each `write` is committed
 * before the next step. A form has no idempotency key; such a verb is safe to repeat by itself.
 */
export const createMultiStepOperation = ({
  scope,
  write,
}: Pick<MemberContext, 'scope' | 'write'>): MultiStepOperation => ({
  scope,
  write,
  finish: (work) => write(async (tx) => ({ stored: toStoredResponse(await work(tx), 200) })),
})
