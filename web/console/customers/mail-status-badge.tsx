import type { MailState } from '#server/customers/mail-status.ts'
import { Badge } from '../../ui/data/badge.tsx'
import type { Tone } from '../../ui/messages.ts'
import { customers } from '../messages/customers.ts'

const tones: Record<MailState, Tone> = {
  heard: 'success',
  opted_out: 'neutral',
  stopped: 'warning',
  no_address: 'neutral',
}

/** Whether mail goes to a customer. `quiet` is for lists, where most get it. */
export function MailBadge({ state, quiet }: { state: MailState; quiet?: boolean }) {
  if (quiet && state !== 'stopped')
    return <span className="whitespace-nowrap text-12 text-muted">{customers.mail[state]}</span>
  return <Badge tone={tones[state]}>{customers.mail[state]}</Badge>
}
