import { Signer } from '../../platform/crypto/secret-key.ts'
import { createUnfollowToken, unfollowTokenPurpose } from '../preferences/unfollow-token.ts'
import {
  createUnsubscribeToken,
  type NotificationKind,
  unsubscribeTokenPurpose,
} from '../preferences/unsubscribe-token.ts'

export interface MailLinkDeps {
  secretKey: string
  /** Without a final slash. */
  publicUrl: string
}

/** The links in the emails of one workspace. */
export interface MailLinks {
  /** The URL of the instance without a final slash. */
  publicUrl: string
  unsubscribe(customerId: string, kinds: readonly NotificationKind[]): string
  /** Returns the URL of the page that stops mail about one request. */
  unfollow(customerId: string, feedbackId: string): string
}

/** Returns a function that builds the links of a workspace. */
export function createMailLinks({ secretKey, publicUrl }: MailLinkDeps): (workspaceId: string) => MailLinks {
  const signer = new Signer(secretKey, unsubscribeTokenPurpose)
  const unfollowSigner = new Signer(secretKey, unfollowTokenPurpose)
  return (workspaceId) => ({
    publicUrl,
    unsubscribe: (customerId, kinds) =>
      `${publicUrl}/unsubscribe/${createUnsubscribeToken(signer, { workspaceId, customerId, kinds })}`,
    unfollow: (customerId, feedbackId) =>
      `${publicUrl}/unsubscribe/request/${createUnfollowToken(unfollowSigner, { workspaceId, customerId, feedbackId })}`,
  })
}

/** Returns the headers of mail to a list of recipients. Values are not encoded yet: the mailer does that. */
export const listHeaders = (list: string, hostname: string, unsubscribeUrl: string): Record<string, string> => ({
  // RFC 2369, section 3.2, and RFC 8058: a mail client posts to this URL when its own unsubscribe button is pressed.
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  // RFC 2919. An address in brackets is not a valid name.
  'List-Id': `<${list}.${hostname.startsWith('[') ? 'localhost' : hostname}>`,
  // RFC 3834: suppresses out-of-office replies. Many auto-responders know only `Precedence`.
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
})
