import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

export function DeliveryMethodCard({ way, senderName, replyTo, home }: MailPage) {
  const { server } = way
  return (
    <Card
      title={messages.way}
      description={server ? messages.smtpText : messages.outboxText}
      actions={
        <Badge tone={server ? 'success' : 'warning'} dot>
          {server ? messages.smtp : messages.outbox}
        </Badge>
      }
      footer={
        <LinkButton to={`${home}/settings`} size="sm">
          {messages.change}
        </LinkButton>
      }
    >
      <DescriptionList
        facts={[
          [messages.server, server && <code>{server.place}</code>],
          [messages.encryption, server && messages.encryptions[server.encryption]],
          [messages.signIn, server && (server.isSignedIn ? messages.signedIn : messages.notSignedIn)],
          [messages.folder, server ? null : <code className="break-all">{way.folder}</code>],
          [messages.from, <span key="from" className="break-words">{`${senderName} <${way.from}>`}</span>],
          [
            messages.replyTo,
            <span key="reply" className="break-words">
              {replyTo ?? way.from}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}
