import type { WriteScope } from '../../platform/scope.ts'
import type { CurrentUser } from './current-user.ts'
import { sessionMessages } from './messages.ts'

export interface ActiveSession {
  id: string
  /** Such as "Firefox on Linux". */
  device: string
  createdAt: string
  /** Precise to ten minutes. */
  seenAt: string
  isCurrent: boolean
}

const maxSessions = 100

/** Lists the sessions of an account, most recently used first. */
export async function listSessions(db: WriteScope['db'], { account, sessionId }: CurrentUser, now: string) {
  const rows = await db
    .selectFrom('account_sessions')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'updated_at as seenAt'])
    .where('account_id', '=', account.id)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions)
    .execute()
  return rows.map(
    ({ userAgent, ...row }): ActiveSession => ({
      ...row,
      device: describeDevice(userAgent),
      isCurrent: row.id === sessionId,
    }),
  )
}

// The order matters: most user agents also name the browsers they resemble.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const matchName = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Describes the device of a user agent in words. */
export function describeDevice(userAgent: string): string {
  const browser = matchName(browsers, userAgent)
  const system = matchName(systems, userAgent)
  if (browser && system) return sessionMessages.device({ browser, system })
  return browser ?? system ?? sessionMessages.unknownDevice
}
