import { eventTypes } from '../../events/types.ts'
import type { Tables } from '../../tables.ts'
import { contentTypes } from './contents.ts'

/** Returns what is wrong with a value that is not null, or nothing. */
type Check = (value: unknown) => string | undefined

const matches =
  (pattern: RegExp, reason: string): Check =>
  (value) =>
    pattern.test(value as string) ? undefined : reason

const email = matches(/^[^\s\p{C}@<>(),;:"[\]\\]+@[^\s\p{C}@<>(),;:"[\]\\]+$/u, 'must be an email address')

// Pages link to these, so they must not contain a script URL.
const webAddress: Check = (value) =>
  /^https?:\/\/[^/\s\p{C}][^\s\p{C}]*$/iu.test(value as string) && URL.canParse(value as string)
    ? undefined
    : 'must be an address that begins with https:// or http://'

const uploadedFile = /^\/files\/[0-9a-f-]{36}\/[A-Za-z0-9._-]{1,100}$/
const logo: Check = (value) => (uploadedFile.test(value as string) ? undefined : webAddress(value))

/** Checks the parts of the snapshot of a merged request that an undo of the merge writes back unchanged. */
const snapshot: Check = (value) => {
  const { row, context, link, endedLinks } = (value ?? {}) as Record<string, unknown>
  if (!isObject(row)) return 'must have the row of the request'
  const addresses = [
    isObject(context) ? context.source_url : null,
    isObject(link) && isObject(link.row) ? link.row.url : null,
    ...(Array.isArray(endedLinks) ? endedLinks.map((each) => (isObject(each) ? each.url : null)) : []),
  ]
  return addresses.some((each) => each != null && (typeof each !== 'string' || webAddress(each)))
    ? 'must have addresses that begin with https:// or http://'
    : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const knownEvents = new Set<string>(eventTypes)

/** Rules for columns that the program enforces, and database constraints do not. */
const checks: Partial<Record<keyof Tables, Record<string, Check>>> = {
  customers: { email },
  members: { email },
  workspaces: {
    reply_to: email,
    logo_url: logo,
    privacy_url: webAddress,
    terms_url: webAddress,
    imprint_url: webAddress,
    time_zone: (value) =>
      Intl.supportedValuesOf('timeZone').includes(value as string) || value === 'UTC'
        ? undefined
        : 'must be a time zone',
  },
  feedback_context: { source_url: webAddress },
  feedback_merges: { snapshot },
  tracker_connections: { api_url: webAddress, account_url: webAddress },
  tracker_links: { url: webAddress },
  webhooks: { url: webAddress },
  events: { type: (value) => (knownEvents.has(value as string) ? undefined : 'is not an event type') },
  files: {
    // It is sent in a response header.
    name: matches(/^[A-Za-z0-9._-]{1,100}$/, 'must be a file name'),
    content_type: (value) => (contentTypes.has(value as string) ? undefined : 'is not a type that Heed stores'),
  },
}

export const checksOf = (table: keyof Tables): Record<string, Check> => checks[table] ?? {}
