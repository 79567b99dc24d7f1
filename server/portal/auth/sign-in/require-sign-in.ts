import { type Act, mayStandInAddress, openAct, type SealedAct, sealAct } from '../pending-action.ts'
import { type Answer, goTo } from '../../http/response.ts'
import type { Visit } from '../../http/context.ts'
import { addressPage } from './pages.ts'

/**
 * Asks somebody to sign in before what they were about to do, which is done when they have. For forms; what they wrote is
 * carried in the page itself. @param next where to go on when there is nothing to do any more, below the base
 */
export function askToSignIn(visit: Visit, act: Act, next = '/'): Answer {
  if (mayStandInAddress(act)) return goTo(visit, signInAddress(visit, act))
  return addressPage(visit, { email: '', next, act: sealed(visit, act) })
}

/** Below the base. Only for what may stand in an address. */
export const signInAddress = (visit: Visit, act: Act): string =>
  `/sign-in?${new URLSearchParams([['then', sealAct(visit, act)]])}`

const sealed = (visit: Visit, act: Act): SealedAct => ({ act, sealed: sealAct(visit, act) })

/** What a page or an address carries; null for what is none of ours. */
export function openSealed(visit: Visit, text: string | null): SealedAct | null {
  const act = text ? openAct(visit, text) : null
  return act && { act, sealed: text! }
}
