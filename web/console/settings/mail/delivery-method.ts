import { join } from 'node:path'
import { resolveSender } from '#server/platform/mail/sender.ts'
import { hostAndPort, parseSmtpUrl } from '#server/platform/mail/smtp-url.ts'
import type { Settings } from '#server/platform/settings.ts'

interface MailDeliveryMethod {
  from: string
  /** Null if messages are written to files. */
  server: { hostAndPort: string; encryption: 'implicit' | 'required' | 'offered'; isAuthenticated: boolean } | null
  folder: string
}

/** Describes how this server sends mail, without user name and password. */
export function mailDeliveryMethod(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
): MailDeliveryMethod {
  const common = { from: resolveSender(settings).address, folder: join(settings.dataDir, 'outbox') }
  if (settings.smtpUrl === null) return { ...common, server: null }
  const server = parseSmtpUrl(settings.smtpUrl)
  const encryption = server.isImplicitTls ? 'implicit' : server.isTlsRequired ? 'required' : 'offered'
  return {
    ...common,
    server: { hostAndPort: hostAndPort(server), encryption, isAuthenticated: server.credentials !== null },
  }
}
