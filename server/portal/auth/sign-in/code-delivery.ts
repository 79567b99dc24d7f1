import { isLoopbackHost } from '../../../platform/loopback.ts'
import type { PortalContext } from '../../http/context.ts'

export type CodeDelivery = 'mail' | 'outbox' | 'none'

/**
 * Returns how sign-in codes reach customers. Without a mail server, they are written to the outbox, where only people
 * on the server's machine can read them. So they are only offered if the portal is on a loopback address, for trying it
 * out.
 */
export function codeDelivery({ deps: { settings } }: Pick<PortalContext, 'deps'>): CodeDelivery {
  if (settings.smtpUrl !== null) return 'mail'
  return isLoopbackHost(new URL(settings.publicUrl).hostname) ? 'outbox' : 'none'
}
