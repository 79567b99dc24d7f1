import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** A mail server and how to connect to it, from `SMTP_URL`. */
export interface SmtpServer {
  /** A host name or an IP address, IPv6 without brackets. */
  host: string
  port: number
  /** Whether TLS starts at once (RFC 8314, section 3); otherwise STARTTLS is used if offered (RFC 3207). */
  isImplicitTls: boolean
  /** Whether to give up on a server that does not offer STARTTLS. */
  isTlsRequired: boolean
  /** Whether the certificate must be trusted and valid for this host. */
  isCertificateChecked: boolean
  credentials: { user: string; password: string } | null
  /** The name to send in EHLO; null if not set. */
  name: string | null
}

/** Formats host and port, an IPv6 address in brackets. */
export const hostAndPort = ({ host, port }: SmtpServer): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`

// Submission, and submission over TLS (RFC 8314, section 7.3).
const submissionPort = 587
const submissionsPort = 465

const formatHint = 'Use the form smtp://user:password@mail.example.com:587, or smtps:// for implicit TLS.'
const encodingHint = 'In the user and password, write %25 for %, %23 for #, %2F for /, %3F for ? and %40 for @.'

/** Returns the problems of an `SMTP_URL`; empty if it is valid. Never includes user or password. */
export function smtpUrlProblems(value: string): string[] {
  const url = URL.parse(value)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol)) {
    return [`SMTP_URL must be a URL that begins with smtp:// or smtps://. ${formatHint} ${encodingHint}`]
  }
  const { hash, pathname, search } = url
  if (hostOf(url) === '') return [`SMTP_URL has no host name. ${formatHint}`]
  // If one of these characters is unencoded in the password, the rest of it becomes part of the URL.
  if (hash || !['', '/'].includes(pathname) || search.includes('@') || !isDecodable(url)) {
    return [`SMTP_URL can have only parameters after the host and port. ${encodingHint}`]
  }
  if (!url.username !== !url.password)
    return [`SMTP_URL must have both a user and a password, or neither. ${formatHint}`]
  return [...url.searchParams].flatMap(([name, parameter]) => parameterProblems(name, parameter))
}

const parameters: Record<string, { pattern: RegExp; is: string }> = {
  requireTLS: { pattern: /^(true|false)$/, is: 'true or false' },
  rejectUnauthorized: { pattern: /^(true|false)$/, is: 'true or false' },
  // A domain or an address literal (RFC 5321, section 4.1.1.1).
  name: { pattern: /^([a-z0-9][a-z0-9.-]{0,252}|\[[a-z0-9.:]{3,50}\])$/i, is: 'a domain, such as app.example.com' },
}

function parameterProblems(name: string, value: string): string[] {
  const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (known !== undefined) {
    return known.pattern.test(value) ? [] : [`SMTP_URL: the parameter ${name} must be ${known.is}.`]
  }
  // Text that does not look like a name may be the end of a password.
  const named = /^[a-z]{1,30}$/i.test(name) ? ` ${name}` : ''
  return [`SMTP_URL has an unknown parameter${named}. Known parameters: ${Object.keys(parameters).join(', ')}.`]
}

/** Parses a valid `SMTP_URL`. */
export function parseSmtpUrl(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl)
  const host = hostOf(url)
  const isImplicitTls = url.protocol === 'smtps:'
  const credentials =
    url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  const requireTls = url.searchParams.get('requireTLS')
  // A password is never sent in plain text over a network unless the operator allows it.
  const isTlsRequired = requireTls === null ? credentials !== null && !isLoopback(host) : requireTls === 'true'
  return {
    host,
    port: Number(url.port) || (isImplicitTls ? submissionsPort : submissionPort),
    isImplicitTls,
    isTlsRequired,
    isCertificateChecked: url.searchParams.get('rejectUnauthorized') !== 'false',
    credentials,
    name: url.searchParams.get('name'),
  }
}

/** Normalizes the host, which `URL` leaves unchanged for unknown schemes. */
const hostOf = ({ hostname }: URL): string => domainToASCII(decode(hostname) ?? '').replace(/^\[|\]$/g, '')

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

const isDecodable = ({ username, password }: URL): boolean => decode(username) !== null && decode(password) !== null

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
