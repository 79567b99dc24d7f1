import type { Tracker } from '../../tracker.ts'
import { defaultApiUrl } from './client.ts'
import { linearOAuth } from './oauth.ts'
import { openSession } from './session.ts'
import { verifyWebhook } from './webhook.ts'

export const linear: Tracker = {
  provider: 'linear',
  name: 'Linear',
  defaultApiUrl,
  credentialKinds: ['token', 'oauth'],
  unsupported: [],
  required: ['teamId'],
  maxTitleLength: 255,
  maxDescriptionLength: 100_000,
  hasAttachments: true,
  visibilityDelayMs: 0,
  escapeMentions,
  openSession,
  oauth: linearOAuth,
  verifyWebhook,
}

/**
 * Breaks up linear.app addresses with an invisible word joiner: Linear turns the plain address of a person or an issue
 * into a mention and notifies them (https://linear.app/developers/graphql#adding-mentions-in-markdown). An @ alone is
 * harmless.
 */
function escapeMentions(text: string): string {
  return text.replaceAll(/(linear\\?\.)(app)/gi, '$1\u2060$2')
}
