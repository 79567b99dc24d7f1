import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

/** Renders whether sending is suspended, how many messages are waiting, and how many addresses have bounced. */
export function MailHealthCard({ health, now, zone }: MailPage) {
  const { waiting, postponed, bouncedAddresses, failures } = health
  const isHealthy = waiting === 0 && bouncedAddresses === 0 && failures.length === 0
  return (
    <Card title={messages.health}>
      <div className="flex flex-col gap-4">
        {isHealthy && <p className="text-13 text-muted">{messages.healthy}</p>}
        {postponed.count > 0 ? (
          <Notice tone="warning" title={messages.suspended}>
            <p>{messages.suspendedText({ count: postponed.count })}</p>
            {postponed.response && <p className="break-words">{postponed.response}</p>}
            {postponed.nextAt && (
              <p>
                {messages.nextAttempt} <Time value={postponed.nextAt} now={now} zone={zone} />.
              </p>
            )}
          </Notice>
        ) : (
          waiting > 0 && <p className="text-13">{messages.waiting({ count: waiting })}</p>
        )}
        {bouncedAddresses > 0 && (
          <Notice
            tone="warning"
            title={messages.bounced({ count: bouncedAddresses })}
            actions={
              <ActionForm intent="resume">
                <SubmitButton look="normal" size="sm">
                  {messages.resume}
                </SubmitButton>
              </ActionForm>
            }
          >
            <p>{messages.bouncedText({ count: bouncedAddresses })}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
