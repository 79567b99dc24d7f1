import type { FormInput } from '#server/console/form.ts'
import { invalid } from '#server/platform/problems.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'

/** The secret of a tracker that makes it itself; nothing where Heed is to make one. @throws 400 on `/hookSecret` */
export function parseWebhookSecret(form: FormInput): string | undefined {
  const secret = form.optionalText('hookSecret')?.trim()
  // A signature that can be made by guessing the secret is none.
  if (secret === undefined || /^[\x21-\x7e]{16,500}$/.test(secret)) return secret
  throw invalid([{ path: '/hookSecret', message: messages.hookGivenShort }])
}
