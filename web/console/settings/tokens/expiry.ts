import { resolveLocalTime } from '#server/changelog/publishing/time-zones.ts'
import type { FormInput } from '#server/console/form.ts'
import { invalid } from '#server/platform/problems.ts'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { expiryDays } from './expiry-days.ts'

const dayMs = 86_400_000

/** Returns when the token expires, or null for never. @throws 400 on `/expiry` or `/expiresOn` */
export function parseExpiry(form: FormInput, { now, zone }: { now: string; zone: string }): string | null {
  const choice = form.text('expiry')
  if (choice === 'never') return null
  if (choice !== 'date') {
    if (!expiryDays.some((days) => days === choice)) {
      throw invalid([{ path: '/expiry', message: messages.expiryRequired }])
    }
    return new Date(Date.parse(now) + Number(choice) * dayMs).toISOString()
  }
  const day = form.text('expiresOn')
  const end =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDate(day) ? resolveLocalTime(`${day}T23:59:59`, zone).instant : null
  if (end === null || end <= now) throw invalid([{ path: '/expiresOn', message: messages.dateInPast }])
  return end
}

const isCalendarDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
