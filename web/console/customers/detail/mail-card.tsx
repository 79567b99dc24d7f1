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

/** Whether mail goes to a customer, why not, and what can be done about it. */
export function CustomerMailCard({ customer, clock }: MailCardProps) {
  const { optedOutAt, bouncedAt: stoppedAt, bounces: refusals } = customer
  const state = customer.mail
  const kinds = mailKinds.filter((kind) => customer.preferences[kind])
  const since = state === 'opted_out' ? optedOutAt : state === 'stopped' ? stoppedAt : null
  return (
    <Card title={mail.title} actions={<MailStatusBadge state={state} />}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-13">
        <div className="min-w-0 flex-1 basis-64">
          <p>{state === 'heard' ? mail.heard(kinds) : mail[state]}</p>
          {since && (
            <p className="text-muted">
              {mail.since} <DateText value={since} zone={clock.zone} clock />
            </p>
          )}
          {state === 'heard' && refusals > 0 && <p className="text-warning-ink">{mail.refusals(refusals)}</p>}
        </div>
        {state === 'heard' && <Change intent="opt_out" text={mail.stop} help={mail.stopHelp} />}
        {(state === 'opted_out' || state === 'stopped') && (
          <Change intent="resume" text={mail.resume} help={mail.resumeHelp[state]} />
        )}
      </div>
    </Card>
  )
}

function Change({ intent, text, help }: { intent: string; text: string; help: string }) {
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
