import { join } from 'node:path'
import { senderOf } from '#server/platform/mail/sender.ts'
import { placeOf, smtpServerOf } from '#server/platform/mail/smtp-url.ts'
import type { Settings } from '#server/platform/settings.ts'

interface Way {
  from: string
  /** Null where messages are written to files. */
  server: { place: string; encryption: 'implicit' | 'required' | 'offered'; isSignedIn: boolean } | null
  folder: string
}

/** How mail leaves this server; nothing of user and password. */
export function mailWay(settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>): Way {
  const common = { from: senderOf(settings).address, folder: join(settings.dataDir, 'outbox') }
  if (settings.smtpUrl === null) return { ...common, server: null }
  const server = smtpServerOf(settings.smtpUrl)
  const encryption = server.isImplicitTls ? 'implicit' : server.isTlsRequired ? 'required' : 'offered'
  return { ...common, server: { place: placeOf(server), encryption, isSignedIn: server.credentials !== null } }
}
