import { resolveLocalTime } from '#server/changelog/publishing/time-zones.ts'
import { invalid } from '#server/platform/problems.ts'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'

/** Returns the start of a replay as an instant. @throws 400 on `/since` */
export function parseSince(local: string, { now, zone }: { now: string; zone: string }): string {
  const instant = isLocalTime(local) ? resolveLocalTime(local, zone).instant : null
  if (instant === null || instant >= now) throw invalid([{ path: '/since', message: messages.sinceInvalid }])
  return instant
}

/** Returns whether this is the value of a `datetime-local` field; 30 February is not. */
function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return false
  const at = new Date(`${text}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
