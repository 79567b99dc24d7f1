import type { MailStatus } from '#server/customers/mail-status.ts'
import { Badge } from '../../ui/data/badge.tsx'
import type { Tone } from '../../ui/messages.ts'
import { customersMessages } from '../messages/customers.ts'

const tones: Record<MailStatus, Tone> = {
  active: 'success',
  opted_out: 'neutral',
  bounced: 'warning',
  no_address: 'neutral',
}

/** Whether a customer gets email. @param quiet plain text unless email bounced, for lists */
export function MailStatusBadge({ status, quiet }: { status: MailStatus; quiet?: boolean }) {
  if (quiet && status !== 'bounced')
    return <span className="whitespace-nowrap text-12 text-muted">{customersMessages.mail[status]}</span>
  return <Badge tone={tones[status]}>{customersMessages.mail[status]}</Badge>
}
