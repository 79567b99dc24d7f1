import type { MultiStepOperation } from '../platform/http/api/multi-step-operation.ts'
import { toStoredResponse } from '../platform/http/api/response.ts'
import type { MemberContext } from './page-context.ts'

/**
 * Runs verbs that call another system between writes, like multi-step operations of the API: each `write` is committed
 * before the next step. A form has no idempotency key, so such a verb must be safe to repeat.
 */
export const createMultiStepOperation = ({
  scope,
  write,
}: Pick<MemberContext, 'scope' | 'write'>): MultiStepOperation => ({
  scope,
  write,
  finish: (work) => write(async (tx) => ({ stored: toStoredResponse(await work(tx), 200) })),
})
