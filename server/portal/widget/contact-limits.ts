import { foldPlusTag } from '../../platform/formats/email-address.ts'
import { hashIdentifier } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow, type RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork } from '../../platform/http/request/client-address.ts'

const hour = 3_600
const day = 24 * hour

// Across all workspaces of the instance. Addresses that differ in a `+tag` count as one mailbox.
const networkWindows = [
  // An office shares a network; few people in it enter an address within an hour.
  { points: 20, seconds: hour },
  { points: 100, seconds: day },
]
const mailboxWindows = [
  // A person with a few requests confirms each of them. A person who sends more can sign in to the portal instead.
  { points: 3, seconds: hour },
  { points: 10, seconds: day },
]

/** Limits the emails that ask the owner of an address to confirm it. */
export interface ContactLimits {
  /**
   * Counts an email and returns whether it may be sent. Over the limit, the request is still accepted. Otherwise,
   * strangers could use up the limit of an address and keep its owner from sending requests.
   */
  consume(email: string, clientAddress: string): Promise<boolean>
}

export function createContactLimits(store: RateLimitStore): ContactLimits {
  const windowsOf = (kind: string, limits: typeof networkWindows) =>
    limits.map(({ points, seconds }) => createFixedWindow(store, `portal-contact-${kind}-${seconds}`, points, seconds))
  const [networks, mailboxes] = [windowsOf('network', networkWindows), windowsOf('mailbox', mailboxWindows)]
  return {
    async consume(email, clientAddress) {
      const mailbox = hashIdentifier(foldPlusTag(email))
      // The mailbox is counted last, so emails that the network's limit stops do not use up its limit.
      for (const window of networks) if ((await window.consume(clientNetwork(clientAddress))) !== null) return false
      for (const window of mailboxes) if ((await window.consume(mailbox)) !== null) return false
      return true
    },
  }
}
