import type { EarlierName } from '#server/customers/earlier-names.ts'
import { DateText } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { customerMessages } from '../../messages/customers.ts'

const { names: messages } = customerMessages

/** Lists the customer's earlier names, because a new name appears on all their earlier comments. */
export function NamesCard({ names, clock }: { names: EarlierName[]; clock: { zone: string } }) {
  if (names.length === 0) return null
  return (
    <Card title={messages.title} description={messages.text}>
      <ol className="flex flex-col gap-2 text-13">
        {names.map(({ id, name, changedBy, at }) => (
          <li key={id}>
            <bdi className="font-medium">{name ?? messages.none}</bdi>{' '}
            <span className="text-muted">
              {messages.until} <DateText value={at} zone={clock.zone} clock /> · {messages.changedBy[changedBy]}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
