import type { Tracker } from '../../tracker.ts'
import { defaultApiUrl } from './client.ts'
import { oauth } from './oauth.ts'
import { receive } from './webhook.ts'
import { openSession } from './session.ts'

export const linear: Tracker = {
  provider: 'linear',
  name: 'Linear',
  defaultApiUrl,
  credentialKinds: ['token', 'oauth'],
  lacks: [],
  needs: ['teamId'],
  titleAtMost: 255,
  descriptionAtMost: 100_000,
  hasAttachments: true,
  settleMs: 0,
  quote,
  open: openSession,
  oauth,
  receive,
}

/**
 * Linear makes a mention of the address of a person or an issue in plain text, and tells them
 * (https://linear.app/developers/graphql#adding-mentions-in-markdown). An @ alone is nothing to it. A word joiner,
 * which nobody sees, keeps such an address from being one.
 */
function quote(text: string): string {
  return text.replaceAll(/(linear\\?\.)(app)/gi, '$1\u2060$2')
}
