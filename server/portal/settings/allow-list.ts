import { emailSchema } from '../../accounts/schema.ts'
import type { ProblemDetail } from '../../platform/problems.ts'
import { Strict } from '../../platform/schemas.ts'
import { createValidator } from '../../platform/validation.ts'
import { normalizeHostName } from './host-name.ts'

interface AllowList {
  allowedDomains?: string[] | undefined
  allowedEmails?: string[] | undefined
}

const checkEmail = createValidator(Strict({ email: emailSchema }), '')

const normalizeDomain = (text: string): string | null => normalizeHostName(text.trim().replace(/^@/, ''))

function normalizeEmail(text: string): string | null {
  const address = { email: text.trim() }
  return checkEmail(address).length === 0 ? address.email.toLowerCase() : null
}

/** Normalizes the entries to lower case, without duplicates. @returns the problems of entries that are neither */
export function normalizeAllowList({ allowedDomains, allowedEmails }: AllowList): AllowList & {
  details: ProblemDetail[]
} {
  const domains = normalizeAll(
    '/allowedDomains',
    'must be domains such as example.com',
    allowedDomains,
    normalizeDomain,
  )
  const emails = normalizeAll('/allowedEmails', 'must be email addresses', allowedEmails, normalizeEmail)
  return {
    ...(domains && { allowedDomains: domains.values }),
    ...(emails && { allowedEmails: emails.values }),
    details: [...(domains?.details ?? []), ...(emails?.details ?? [])],
  }
}

// An error names a few entries, not a thousand.
const maxNamed = 5

function normalizeAll(
  path: string,
  rule: string,
  texts: string[] | undefined,
  normalize: (text: string) => string | null,
): { values: string[]; details: ProblemDetail[] } | undefined {
  if (texts === undefined) return undefined
  const invalid = texts.filter((text) => normalize(text) === null)
  const entries = invalid.slice(0, maxNamed).join(', ')
  const details = [{ path, message: `${rule}. Invalid: ${entries}`, code: 'entries', values: { entries } }]
  return {
    values: [...new Set(texts.map(normalize).filter((value) => value !== null))],
    details: invalid.length > 0 ? details : [],
  }
}
