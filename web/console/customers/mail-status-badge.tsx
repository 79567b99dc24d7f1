import type { MailStatus } from '#server/customers/mail-status.ts'
import { Badge } from '../../ui/data/badge.tsx'
import type { Tone } from '../../ui/messages.ts'
import { customersMessages } from '../messages/customers.ts'

const tones: Record<MailStatus, Tone> = {
  heard: 'success',
  opted_out: 'neutral',
  stopped: 'warning',
  no_address: 'neutral',
}

/** Whether mail goes to a customer. `quiet` is for lists, where most get it. */
export function MailStatusBadge({ state, quiet }: { state: MailStatus; quiet?: boolean }) {
  if (quiet && state !== 'stopped')
    return <span className="whitespace-nowrap text-12 text-muted">{customersMessages.mail[state]}</span>
  return <Badge tone={tones[state]}>{customersMessages.mail[state]}</Badge>
}
