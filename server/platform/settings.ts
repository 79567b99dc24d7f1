import { resolve } from 'node:path'
import { secretKeyProblem } from './secrets.ts'

/** The instance's settings (contract §11), read once from the environment. */
export interface Settings {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  smtpUrl: string | null
  mailFrom: string | null
  secretKey: string | null
  logLevel: LogLevel
  metricsToken: string | null
  /** Most tracked customers by plan (contract §4); null is no cap. */
  trackedCustomerCaps: { free: number | null; starter: number | null; growth: number | null }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Says every setting that cannot be used, at once. */
export class SettingsError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Heed cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** @throws {SettingsError} naming each setting that is malformed, with what it should be. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = []
  const text = (name: string): string | null => env[name]?.trim() || null

  const whole = (name: string, fallback: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    if (/^\d{1,10}$/.test(value) && Number(value) <= max) return Number(value)
    problems.push(`${name} must be a whole number from 0 to ${max}; it is "${value}".`)
    return fallback
  }

  const url = (name: string, schemes: string[]): string | null => {
    const value = text(name)
    if (value === null) return null
    // PostgreSQL lets the host be a parameter, for a unix socket: postgres://heed@/heed?host=/run/postgresql
    const { protocol: scheme = '' } = URL.parse(value) ?? URL.parse(value.replace('@/', '@localhost/')) ?? {}
    if (schemes.includes(scheme)) return value
    problems.push(`${name} must be an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}.`)
    return null
  }

  const level = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(level as LogLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)

  const host = text('HOST') ?? '127.0.0.1'
  const port = whole('PORT', 3000, 65_535)
  const publicUrl =
    url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  const secretKey = text('SECRET_KEY')
  const secretProblem = secretKey === null ? null : secretKeyProblem(secretKey)
  if (secretProblem !== null) problems.push(secretProblem)

  const settings: Settings = {
    host,
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM'),
    secretKey,
    logLevel: level as LogLevel,
    metricsToken: text('METRICS_TOKEN'),
    trackedCustomerCaps: {
      free: whole('TRACKED_CUSTOMERS_FREE', 100, 1_000_000_000),
      starter: whole('TRACKED_CUSTOMERS_STARTER', 1_000, 1_000_000_000),
      growth: null,
    },
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
