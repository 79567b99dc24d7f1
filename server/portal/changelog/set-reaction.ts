import type { Emoji } from '../../changelog/reactions/emoji.ts'
import { setOwnReaction } from '../../changelog/reactions/set.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'

/** Sets or withdraws a customer's reaction. @throws as `setOwnReaction`; 429. @returns the entry's reactions */
export const setReaction = (
  context: PortalContext,
  customerId: string,
  entryId: string,
  reaction: { emoji: Emoji; isOn: boolean },
) =>
  participate(context, 'reaction', customerId, (tx, participant) => setOwnReaction(tx, entryId, reaction, participant))
