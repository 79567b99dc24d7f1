import type { Outbound } from '../platform/outbound/outbound.ts'
import type { ProblemDetail } from '../platform/problems.ts'

/** Returns what is wrong with the URL of a webhook, if anything. */
export async function urlProblems(outbound: Pick<Outbound, 'refuse'>, url: string): Promise<ProblemDetail[]> {
  const rule = brokenRule(url)
  if (rule !== null) return [{ path: '/url', message: rule, code: 'refused-url', values: { reason: toSentence(rule) } }]
  const reason = await outbound.refuse(url)
  return reason === null ? [] : [{ path: '/url', message: toRule(reason), code: 'refused-url', values: { reason } }]
}

/** Returns the rule that a URL breaks; null if none. It is stored and shown as sent, so it must mean what it looks like. */
function brokenRule(url: string): string | null {
  if (/[\s\\\p{C}]/u.test(url)) return 'must not contain spaces, backslashes or control characters'
  if (!/^https?:\/\/[^/]/i.test(url)) return 'must begin with https://'
  const parsed = URL.parse(url)
  if (parsed === null || parsed.port === '0') return 'must be a valid URL'
  if (url.includes('#')) return 'must not have a fragment (#)'
  // An `@` in the path is harmless; one before it is a user name, even if it is empty.
  if (/^https?:\/\/[^/?]*@/i.test(url)) return 'must not contain a user name or a password'
  return null
}

const toSentence = (rule: string): string => `The URL ${rule}`

/** Turns a sentence into the message of an invalid value, which clients show after its path. */
const toRule = (reason: string): string =>
  reason.startsWith('The URL ') ? reason.slice('The URL '.length) : `cannot be used: ${reason}`
