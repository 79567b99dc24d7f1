import { Resolver } from 'node:dns'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { secretKeyProblem } from './crypto/secret-key.ts'
import { parseSender } from './mail/sender.ts'
import { smtpUrlProblems } from './mail/smtp-url.ts'
import { networkProblem } from './outbound/address-policy.ts'
import { s3UrlProblems } from './s3-url.ts'

/** The settings of the instance (contract §11), read once from the environment. */
export interface Settings {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** Where uploaded files are stored (files/store/s3-url.ts). Null means the folder `files` in `dataDir`. */
  s3Url: string | null
  /** The maximum size of all uploaded files of a workspace by plan, in bytes. Null means no limit. */
  storageLimits: { free: number | null; starter: number | null; growth: number | null }
  databaseUrl: string | null
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler. Null means that it does not. */
  databaseDirectUrl: string | null
  /** A replica for reads that may be stale. Null means that there is none. */
  databaseReadUrl: string | null
  /** The most that reads from the replica may be behind. */
  databaseReadMaxLagSeconds: number
  /** The folder in which the embedded database is archived continuously; null if it is not archived. */
  archiveDir: string | null
  /** How far back the archive reaches, in days. */
  archiveDays: number
  redisUrl: string | null
  smtpUrl: string | null
  /** The maximum number of concurrent connections to the mail server, per process. */
  smtpConnections: number
  /** The maximum number of messages per second, per process. Null means no limit. */
  smtpRate: number | null
  mailFrom: string | null
  /** How long events are kept. A delivery is retried for about three days, or for up to nine if the receiver sends `Retry-After`. */
  eventsDays: number
  /** What the server process does. `web` answers requests and leaves jobs to `heed worker`. */
  role: Role
  /** The number of processes that answer requests. With more than one, they share the port. */
  webProcesses: number
  /** How long `/readyz` answers 503 after SIGTERM before connections are refused, in seconds. */
  drainSeconds: number
  /** Whether mail previews are served to this machine. `npm run dev` sets it. */
  isDevelopment: boolean
  secretKey: string | null
  logLevel: LogLevel
  metricsToken: string | null
  /** What an operator types before the arguments of a command, such as `npx heed`. Messages contain it. */
  commandPrefix: string
  /** The settings of OpenTelemetry tracing; null if it is off. Of the protocols, only `http/json` is supported. */
  tracing: { ratio: number; protocol: string } | null
  /** The email addresses of the accounts that can see the status of the instance, in lower case. */
  operators: string[]
  /** Whether apps may register themselves (RFC 7591), without being identified. */
  oauthDynamicRegistration: boolean
  /** Private networks that outbound requests may connect to, in CIDR notation. */
  outboundAllow: string[]
  /** Proxies whose X-Forwarded-For is trusted, in CIDR notation. */
  trustedProxies: string[]
  /** The DNS servers to ask about custom domains. Empty means those of the operating system. */
  dnsServers: string[]
  /** Whether custom domains are served without a TXT record that proves them. */
  trustPortalHosts: boolean
  /** Heed's OAuth client for Linear. Null means that connections use API keys only. */
  linearClient: { id: string; secret: string } | null
  /** API addresses of trackers, for connections that name none. Null means the tracker's public address. */
  trackerApiUrls: { linear: string | null; github: string | null; jira: string | null }
  /** The maximum number of tracked customers by plan (contract §4). Null means no cap. */
  trackedCustomerCaps: { free: number | null; starter: number | null; growth: number | null }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

const roles = ['all', 'web'] as const
type Role = (typeof roles)[number]

/** Lists every invalid setting at once. */
export class SettingsError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Heed cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads the settings. @throws {SettingsError} with every malformed setting and the form it should have. */
export function readSettings(env: NodeJS.ProcessEnv, cores: number = availableParallelism()): Settings {
  const problems: string[] = []
  const text = (name: string): string | null => env[name]?.trim() || null

  const whole = <T extends number | null>(name: string, fallback: T, max: number, min = 0): T | number => {
    const value = text(name)
    if (value === null) return fallback
    if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    problems.push(`${name} must be a whole number from ${min} to ${max}; it is "${value}".`)
    return fallback
  }

  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = (text(name) ?? fallback) as T
    if (!values.includes(value)) problems.push(`${name} must be one of ${values.join(', ')}.`)
    return value
  }

  const url = (name: string, schemes: string[]): string | null => {
    const value = text(name)
    if (value === null) return null
    // PostgreSQL accepts the host as a parameter, for a Unix socket: postgres://heed@/heed?host=/run/postgresql
    const { protocol: scheme = '' } = URL.parse(value) ?? URL.parse(value.replace('@/', '@localhost/')) ?? {}
    if (schemes.includes(scheme)) return value
    problems.push(`${name} must be a URL that begins with ${schemes.map((s) => `${s}//`).join(' or ')}.`)
    return null
  }

  const base = (name: string): string | null => url(name, ['https:', 'http:'])?.replace(/\/+$/, '') ?? null

  const host = text('HOST') ?? '127.0.0.1'
  const port = whole('PORT', 3000, 65_535)
  const publicUrl =
    url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  const secretKey = text('SECRET_KEY')
  const secretProblem = secretKey === null ? null : secretKeyProblem(secretKey)
  if (secretProblem !== null) problems.push(secretProblem)

  const isDevelopment = text('HEED_DEV') === '1'
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl !== null) problems.push(...smtpUrlProblems(smtpUrl))
  const s3Url = text('S3_URL')
  if (s3Url !== null) problems.push(...s3UrlProblems(s3Url))
  const megabytes = (name: string, fallback: number): number => whole(name, fallback, 100_000_000) * 1_000_000
  const mailFrom = text('MAIL_FROM')
  if (mailFrom !== null && parseSender(mailFrom) === null) {
    problems.push('MAIL_FROM must be an address, such as feedback@example.com or Feedback <feedback@example.com>.')
  }

  const networks = (name: string): string[] => {
    const values = (text(name) ?? '').split(/[\s,]+/).filter((each) => each !== '')
    const invalid = values.map(networkProblem).filter((each) => each !== null)
    problems.push(...invalid.map((each) => `${name}: ${each}.`))
    return values
  }

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const directUrl = url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])
  if (directUrl !== null && text('DATABASE_URL') === null) {
    problems.push(
      'DATABASE_DIRECT_URL belongs to DATABASE_URL, the address of a pooler in front of the same database. Set both.',
    )
  }
  const databaseReadUrl = url('DATABASE_READ_URL', ['postgres:', 'postgresql:'])
  if (databaseReadUrl !== null && text('DATABASE_URL') === null) {
    problems.push('DATABASE_READ_URL belongs to DATABASE_URL, the primary of the replica. Set both.')
  }
  const archiveDir = text('ARCHIVE_DIR')
  if (archiveDir !== null && databaseUrl !== null) {
    problems.push('ARCHIVE_DIR archives the embedded database only. Use the archiving of your own PostgreSQL instead.')
  }

  const linearId = text('LINEAR_CLIENT_ID')
  const linearSecret = text('LINEAR_CLIENT_SECRET')
  if ((linearId === null) !== (linearSecret === null)) {
    problems.push('LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET belong together. Set both or neither.')
  }

  const dnsServers = (text('DNS_SERVERS') ?? '').split(/[\s,]+/).filter((each) => each !== '')
  for (const server of dnsServers) {
    if (!isDnsServer(server))
      problems.push(`DNS_SERVERS must list IP addresses, with a port if needed; "${server}" is none.`)
  }

  const webProcesses = (): number => {
    const value = text('WEB_PROCESSES') ?? 'auto'
    if (value === 'auto') return defaultWebProcesses(isDevelopment ? 1 : cores)
    const count = Number(value)
    if (/^\d+$/.test(value) && count >= 1 && count <= maxWebProcesses) return count
    problems.push(`WEB_PROCESSES must be auto or a whole number from 1 to ${maxWebProcesses}; it is "${value}".`)
    return 1
  }

  const operators = (): string[] => {
    const values = (text('OPERATORS') ?? '').toLowerCase().split(/[\s,]+/)
    const addresses = values.filter((each) => each !== '')
    const invalid = addresses.filter((each) => parseSender(each) === null)
    problems.push(...invalid.map((each) => `OPERATORS must list email addresses; "${each}" is not one.`))
    return addresses
  }

  // The variables that OpenTelemetry defines. Its exporter reads those about the connection itself.
  const tracing = (): Settings['tracing'] => {
    const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']
    const isSet = endpoints.map((name) => url(name, ['http:', 'https:'])).some((each) => each !== null)
    if (!isSet || text('OTEL_SDK_DISABLED') === 'true' || text('OTEL_TRACES_EXPORTER') === 'none') return null
    const protocol = text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
    const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
    if (!(ratio >= 0 && ratio <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
    return { ratio, protocol }
  }

  const settings: Settings = {
    host,
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    oauthDynamicRegistration: oneOf('OAUTH_DYNAMIC_REGISTRATION', ['0', '1'], '0') === '1',
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    s3Url,
    storageLimits: {
      free: megabytes('STORAGE_FREE_MB', 250),
      starter: megabytes('STORAGE_STARTER_MB', 5_000),
      growth: null,
    },
    databaseUrl,
    databaseDirectUrl: directUrl === databaseUrl ? null : directUrl,
    databaseReadUrl,
    // A replica is asked once a second, so less would leave out one that keeps up.
    databaseReadMaxLagSeconds: whole('DATABASE_READ_MAX_LAG_SECONDS', 5, 300, 2),
    archiveDir: archiveDir === null ? null : resolve(archiveDir),
    archiveDays: whole('ARCHIVE_DAYS', 7, 3_650, 1),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']),
    smtpUrl,
    // nodemailer's default, and low enough for mail servers that limit connections.
    smtpConnections: whole('SMTP_CONNECTIONS', 5, 50, 1),
    smtpRate: whole('SMTP_RATE', null, 10_000, 1),
    eventsDays: whole('EVENTS_DAYS', 90, 3_650, 7),
    mailFrom,
    role: oneOf('ROLE', roles, 'all'),
    webProcesses: webProcesses(),
    // Enough for a load balancer that checks once a minute.
    drainSeconds: whole('DRAIN_SECONDS', 0, 120),
    isDevelopment,
    secretKey,
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsToken: text('METRICS_TOKEN'),
    commandPrefix: readCommandPrefix(env),
    operators: operators(),
    tracing: tracing(),
    outboundAllow: networks('OUTBOUND_ALLOW'),
    trustedProxies: networks('TRUSTED_PROXIES'),
    dnsServers,
    trustPortalHosts: oneOf('TRUST_PORTAL_HOSTS', ['0', '1'], '0') === '1',
    linearClient: linearId !== null && linearSecret !== null ? { id: linearId, secret: linearSecret } : null,
    trackerApiUrls: {
      linear: base('LINEAR_API_URL'),
      github: base('GITHUB_API_URL'),
      jira: base('JIRA_API_URL'),
    },
    trackedCustomerCaps: {
      free: whole('TRACKED_CUSTOMERS_FREE', 100, 1_000_000_000),
      starter: whole('TRACKED_CUSTOMERS_STARTER', 1_000, 1_000_000_000),
      growth: null,
    },
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/** Returns what an operator types before the arguments of a command. The container image sets it. */
export const readCommandPrefix = (env: NodeJS.ProcessEnv): string => env.HEED_COMMAND?.trim() || 'npx heed'

// More processes need more database connections than PostgreSQL accepts by default (start-server.ts).
const maxWebProcesses = 16
// On larger machines, the operator decides how much memory to spend.
const maxDefaultProcesses = 8

/** Returns the number of web processes for a number of cores. One core is left to PostgreSQL and the worker. */
export const defaultWebProcesses = (cores: number): number =>
  cores <= 2 ? 1 : Math.min(cores - 1, maxDefaultProcesses)

function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text])
    return true
  } catch {
    // Node.js has no other function that parses an address with a port.
    return false
  }
}
