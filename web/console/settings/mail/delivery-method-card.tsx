import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

export function DeliveryMethodCard({ deliveryMethod, senderName, replyTo, workspacePath }: MailPage) {
  const { server } = deliveryMethod
  return (
    <Card
      title={messages.deliveryMethod}
      description={server ? messages.smtpText : messages.outboxText}
      actions={
        <Badge tone={server ? 'success' : 'warning'} dot>
          {server ? messages.smtp : messages.outbox}
        </Badge>
      }
      footer={
        <LinkButton to={`${workspacePath}/settings`} size="sm">
          {messages.editSender}
        </LinkButton>
      }
    >
      <DescriptionList
        facts={[
          [messages.server, server && <code>{server.hostAndPort}</code>],
          [messages.encryption, server && messages.encryptionModes[server.encryption]],
          [
            messages.authentication,
            server && (server.isAuthenticated ? messages.authenticated : messages.notAuthenticated),
          ],
          [messages.folder, server ? null : <code className="break-all">{deliveryMethod.folder}</code>],
          [messages.from, <span key="from" className="break-words">{`${senderName} <${deliveryMethod.from}>`}</span>],
          [
            messages.replyTo,
            <span key="reply" className="break-words">
              {replyTo ?? deliveryMethod.from}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}
