import type { CustomerConsent, CustomerDetail } from '#server/customers/detail.ts'
import { DateText } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { customerMessages } from '../../messages/customers.ts'

const { consents: messages } = customerMessages

interface ConsentCardProps {
  customer: CustomerDetail
  clock: { zone: string }
}

/** Explains why a customer gets announcements or not, by how they arrived and what they agreed to. */
export function ConsentCard({ customer: { origin, latest }, clock }: ConsentCardProps) {
  return (
    <Card title={messages.title} description={messages.origins[origin]}>
      {latest.consents.length === 0 ? (
        <p className="text-13 text-muted">{messages.none}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {latest.consents.map((consent) => (
            <Consent key={consent.id} consent={consent} zone={clock.zone} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Consent({ consent, zone }: { consent: CustomerConsent; zone: string }) {
  const { action, at, surface, page, host, wording } = consent
  return (
    <li className="text-13">
      <p>
        <span className="font-medium">{messages.actions[action]}</span>{' '}
        <span className="text-muted">
          · <DateText value={at} zone={zone} clock /> · {messages.where({ surface, page, host: host ?? '' })}
        </span>
      </p>
      {wording !== null && (
        <blockquote className="whitespace-pre-line border-line border-s-2 ps-3 text-muted" dir="auto">
          {wording}
        </blockquote>
      )}
    </li>
  )
}
