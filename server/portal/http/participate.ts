import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { PortalContext } from './context.ts'
import type { LimitedAction } from './rate-limits.ts'

/** A customer who takes part, and the caps on tracked customers that apply to them. */
export interface Participant {
  customerId: string
  caps: TrackedCustomerCaps
}

/**
 * Runs a customer's action in its own transaction, after counting it against their rate limit. Direct routes and
 * pending actions both use it.
 * @throws 429 with `Retry-After`, and as `work`
 */
export async function participate<T>(
  context: PortalContext,
  action: LimitedAction,
  customerId: string,
  work: (tx: WriteScope, participant: Participant) => Promise<T>,
): Promise<T> {
  await context.deps.rateLimits.consume(action, context, customerId)
  const caps = context.deps.settings.trackedCustomerCaps
  return context.write((tx) => work(tx, { customerId, caps }))
}
