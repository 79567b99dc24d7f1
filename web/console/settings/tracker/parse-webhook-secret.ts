import type { FormInput } from '#server/console/form.ts'
import { invalid } from '#server/platform/problems.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'

/** Reads the secret that the tracker generated; undefined if Heed is to generate one. @throws 400 on `/webhookSecret` */
export function parseWebhookSecret(form: FormInput): string | undefined {
  const secret = form.optionalText('webhookSecret')?.trim()
  // A short secret could be guessed, and calls forged with it.
  if (secret === undefined || /^[\x21-\x7e]{16,500}$/.test(secret)) return secret
  throw invalid([{ path: '/webhookSecret', message: messages.webhook.trackerSecretInvalid }])
}
