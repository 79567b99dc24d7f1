import { Badge } from '../../../ui/data/badge.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Facts } from '../../../ui/data/list-row.tsx'
import { mailWords as words } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

export function WayCard({ way, senderName, replyTo, home }: MailPage) {
  const { server } = way
  return (
    <Card
      title={words.way}
      description={server ? words.smtpText : words.outboxText}
      actions={
        <Badge tone={server ? 'success' : 'warning'} dot>
          {server ? words.smtp : words.outbox}
        </Badge>
      }
      footer={
        <LinkButton to={`${home}/settings`} size="sm">
          {words.change}
        </LinkButton>
      }
    >
      <Facts
        facts={[
          [words.server, server && <code>{server.place}</code>],
          [words.encryption, server && words.encryptions[server.encryption]],
          [words.signIn, server && (server.isSignedIn ? words.signedIn : words.notSignedIn)],
          [words.folder, server ? null : <code className="break-all">{way.folder}</code>],
          [words.from, <span key="from" className="break-words">{`${senderName} <${way.from}>`}</span>],
          [
            words.replyTo,
            <span key="reply" className="break-words">
              {replyTo ?? way.from}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}
