import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import { isUuid } from './ids.ts'
import type { ProblemDetail } from './problems.ts'
import type { TSchema } from './schemas.ts'

// One @, no white space or control characters, and a dot inside the domain. Only sending shows whether mail arrives.
const email = /^[^\s\p{C}@<>(),;:"[\]\\]+@[^\s\p{C}@<>(),;:"[\]\\]+\.[^\s\p{C}@<>(),;:"[\]\\.]+$/u

const isEmailAddress = (text: string): boolean => email.test(text)

const formats = {
  uuid: isUuid,
  email: isEmailAddress,
  'http-url': (text: string) => {
    if (/[\s\p{C}]/u.test(text) || !URL.canParse(text)) return false
    return ['http:', 'https:'].includes(new URL(text).protocol) && /^https?:\/\/[^/]/i.test(text)
  },
  /** An image elsewhere, or an uploaded one (files/url.ts). */
  'logo-url': (text: string) =>
    /^https:\/\/[^/\s\p{C}][^\s\p{C}]*$/iu.test(text)
      ? URL.canParse(text)
      : /^\/files\/[0-9a-f-]{36}\/[A-Za-z0-9._-]{1,100}$/.test(text),
  /** A real calendar date. There is no year 0. */
  date: (text: string) =>
    /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && isReal(() => Temporal.PlainDate.from(text, reject)),
  /** RFC 3339, section 5.6: date, time and offset. Not a leap second, which Date cannot read, nor the year 0. */
  'date-time': (text: string) =>
    /^(?!0000)\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) &&
    isReal(() => Temporal.Instant.from(text)) &&
    Temporal.Instant.from(text).epochMilliseconds < year10000,
  /** A name from the IANA time zone database. */
  timezone: (text: string) => /^[A-Za-z]/.test(text) && isReal(() => Intl.DateTimeFormat('en', { timeZone: text })),
}

const reject = { overflow: 'reject' } as const

// An offset can move a time beyond the years with four digits.
const year10000 = Date.UTC(10_000, 0)

function isReal(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  formats,
  verbose: true,
})

/** Trims text (see `Text` in schemas.ts) before the length keywords, so they measure what will be stored. */
ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  before: 'maxLength',
  validate: (_on: boolean, text: string, _schema: unknown, place?: DataValidationCxt) => {
    if (place) place.parentData[place.parentDataProperty] = text.trim()
    return isStorable(text)
  },
})

/** Checks member names, which cannot be trimmed in place. */
ajv.addKeyword({
  keyword: 'x-storable',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, text: string) => isStorable(text),
})

/** Returns whether PostgreSQL can store the text: UTF-8 excludes unpaired surrogates, and PostgreSQL excludes NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const unstorable = {
  code: 'unstorable',
  message: 'must not contain a NUL character or an unpaired surrogate',
}

/** Returns every problem of a value, or an empty array. Trims text in place. */
export type Validator = (value: unknown) => ProblemDetail[]

const compilers: (() => ValidateFunction)[] = []

/** Compiles the schemas of all validators created so far. @returns their number. @throws for an invalid schema. */
export const compileAllValidators = (): number => compilers.map((compile) => compile()).length

// A body of 1 MB can have 300,000 unknown members. A response that named each would be larger than the body.
const maxDetails = 100

/**
 * Returns a validator for a schema, which is compiled on first use: compiling every schema at startup would take a
 * tenth of a command's run time.
 * @param place the start of each path: '' for the body (JSON Pointer, RFC 6901), 'query' or 'header' for flat values.
 */
export function createValidator(schema: TSchema, place: '' | 'query' | 'header'): Validator {
  let compiled: ValidateFunction | undefined
  const compile = () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
  compilers.push(compile)
  return (value) => {
    const validate = compile()
    if (validate(value)) return []
    const details: ProblemDetail[] = []
    const seen = new Set<string>()
    for (const error of validate.errors ?? []) {
      const detail = describe(error, place)
      if (detail === null || seen.has(`${detail.path} ${detail.message}`)) continue
      seen.add(`${detail.path} ${detail.message}`)
      details.push(detail)
      if (details.length === maxDetails) break
    }
    return details
  }
}

function describe(error: ErrorObject, place: '' | 'query' | 'header'): ProblemDetail | null {
  // Each branch of "at least one of" reports its own error. The error of the keyword itself covers them all.
  if (/\/anyOf\/\d+\//.test(error.schemaPath)) return null
  const { params } = error
  const member = params.missingProperty ?? params.additionalProperty ?? error.propertyName
  const inside = member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(String(member))}`
  const path = place === '' ? inside : `${place}.${inside.slice(1)}`
  if (error.keyword === 'propertyNames') return null
  const message =
    error.propertyName === undefined ? describeKeyword(error) : `has an invalid name: it ${describeKeyword(error)}`
  return { path, message, code: codeOf(error), ...(params.limit !== undefined && { values: { limit: params.limit } }) }
}

/** Returns the keyword of the schema, or the format for a text that has the wrong one. */
function codeOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'format') return params.format
  if (keyword === 'pattern') return patterns[params.pattern]?.code ?? keyword
  if (keyword === 'x-text' || keyword === 'x-storable') return unstorable.code
  return keyword === 'minLength' && params.limit === 1 ? 'required' : keyword
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  'http-url': 'an absolute http or https URL',
  'logo-url': 'an https URL or the path of an uploaded image',
  date: 'a calendar date such as 2026-09-30',
  'date-time': 'a date and time with a UTC offset, such as 2026-09-30T09:00:00Z (RFC 3339)',
  timezone: 'an IANA time zone such as Europe/Berlin',
}

const patterns: Record<string, { code: string; message: string }> = {
  '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$': {
    code: 'slug',
    message: 'must be 1 to 63 lowercase letters, digits, or hyphens, and must not start or end with a hyphen',
  },
  '^#[0-9a-f]{6}$': { code: 'color', message: 'must be a color such as #22aa55' },
  // Rejects letters whose lower case would make a different address (accounts/schema.ts).
  '^[^\\u0130\\u03a3\\u212a]*$': { code: 'email', message: 'must be an email address' },
  '^[A-Z]{3}$': { code: 'currency', message: 'must be a currency code such as EUR (ISO 4217)' },
  '^https://': { code: 'https-url', message: 'must begin with https://' },
}

function describeKeyword({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not recognized'
    case 'type':
      return `must be ${[params.type].flat().map(withArticle).join(' or ')}`
    case 'enum':
      return `must be one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'minProperties':
      return `must have at least one of ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`
    case 'maxProperties':
      return `must have at most ${params.limit} members`
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`
    case 'maxItems':
      return `must have at most ${params.limit} items`
    case 'uniqueItems':
      return `must not contain duplicates (items ${Math.min(params.i, params.j)} and ${Math.max(params.i, params.j)} are equal)`
    case 'anyOf':
      return `must have ${((parentSchema?.anyOf ?? []) as { required: string[] }[]).map(({ required }) => required[0]).join(' or ')}`
    case 'pattern':
      return patterns[params.pattern]?.message ?? message ?? 'is not valid'
    case 'format':
      return `must be ${formatNames[params.format] ?? params.format}`
    case 'x-text':
    case 'x-storable':
      return unstorable.message
    default:
      return message ?? 'is not valid'
  }
}

const withArticle = (type: string): string => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)
