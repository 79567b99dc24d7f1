import { formatList } from '#i18n/format.ts'
import type { CustomerDetail } from '#server/customers/detail.ts'
import { DateText } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'
import { MailStatusBadge } from '../mail-status-badge.tsx'

const { mail } = messages
const mailKinds = ['changelog', 'replies', 'stages'] as const

interface MailCardProps {
  customer: CustomerDetail
  clock: { zone: string }
}

/** Whether a customer gets email, the reason if not, and the button to turn it off or on. */
export function CustomerMailCard({ customer, clock }: MailCardProps) {
  const { mail: status, optedOutAt, bouncedAt, bounces } = customer
  const since = status === 'opted_out' ? optedOutAt : status === 'bounced' ? bouncedAt : null
  return (
    <Card title={mail.title} actions={<MailStatusBadge status={status} />}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-13">
        <div className="min-w-0 flex-1 basis-64">
          <p>{status === 'active' ? describeKinds(customer) : mail[status]}</p>
          {since && (
            <p className="text-muted">
              {mail.since} <DateText value={since} zone={clock.zone} clock />
            </p>
          )}
          {status === 'active' && bounces > 0 && <p className="text-warning-ink">{mail.bounces({ count: bounces })}</p>}
        </div>
        {status === 'active' && <ChangeButton intent="opt_out" text={mail.stop} help={mail.stopHelp} />}
        {(status === 'opted_out' || status === 'bounced') && (
          <ChangeButton intent="resume" text={mail.resume} help={mail.resumeHelp[status]} />
        )}
      </div>
    </Card>
  )
}

function describeKinds({ preferences }: CustomerDetail): string {
  const kinds = mailKinds.filter((kind) => preferences[kind]).map((kind) => mail.kinds[kind])
  return kinds.length === 0 ? mail.allKindsOff : mail.active({ kinds: formatList(kinds) })
}

function ChangeButton({ intent, text, help }: { intent: string; text: string; help: string }) {
  return (
    <ActionForm intent={intent} className="items-end">
      <div className="flex max-w-56 flex-col items-end gap-1 text-end max-sm:max-w-full max-sm:items-start max-sm:text-start">
        <SubmitButton look="normal" size="sm" aria-describedby={`${intent}-help`}>
          {text}
        </SubmitButton>
        <p id={`${intent}-help`} className="text-12 text-muted">
          {help}
        </p>
      </div>
    </ActionForm>
  )
}
