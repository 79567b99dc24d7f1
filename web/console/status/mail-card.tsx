import type { ReactNode } from 'react'
import type { MailStatus } from '#server/console/status.ts'
import { DescriptionList } from '../../ui/data/list-row.tsx'
import { NumberText } from '../../ui/data/number-text.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { statusMessages } from '../messages/status.ts'

const messages = statusMessages.mail

/** Shows how much mail is waiting, and the results of the last 24 hours. */
export function MailCard({ mail }: { mail: MailStatus }) {
  const facts = (['due', 'sent', 'failed', 'suppressed'] as const).map((key): [string, ReactNode] => [
    messages[key],
    <NumberText key={key} value={mail[key]} />,
  ])
  return (
    <Card title={messages.title} description={messages.text}>
      <DescriptionList facts={facts} />
    </Card>
  )
}
