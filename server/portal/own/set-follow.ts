import { setOwnFollow } from '../../follows/set-own.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'

/** Sets whether a customer follows a request. @throws as `setOwnFollow`; 429 */
export const setFollow = (
  context: PortalContext,
  customerId: string,
  feedbackId: string,
  isFollowing: boolean,
): Promise<void> =>
  participate(context, 'follow', customerId, (tx) => setOwnFollow(tx, feedbackId, isFollowing, customerId))
