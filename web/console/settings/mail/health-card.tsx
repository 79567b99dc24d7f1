import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

/** Whether sending is suspended, what waits, and which addresses get nothing any more. */
export function MailHealthCard({ health, now, zone }: MailPage) {
  const { waiting, postponed: putOff, bouncedAddresses: stoppedAddresses, failures: refusals } = health
  const isFine = waiting === 0 && stoppedAddresses === 0 && refusals.length === 0
  return (
    <Card title={messages.state}>
      <div className="flex flex-col gap-4">
        {isFine && <p className="text-13 text-muted">{messages.fine}</p>}
        {putOff.count > 0 ? (
          <Notice tone="warning" title={messages.suspended}>
            <p>{messages.suspendedText(putOff.count)}</p>
            {putOff.words && <p className="break-words">{putOff.words}</p>}
            {putOff.nextAt && (
              <p>
                {messages.next} <Time value={putOff.nextAt} now={now} zone={zone} />.
              </p>
            )}
          </Notice>
        ) : (
          waiting > 0 && <p className="text-13">{messages.waiting(waiting)}</p>
        )}
        {stoppedAddresses > 0 && (
          <Notice
            tone="warning"
            title={messages.stopped(stoppedAddresses)}
            actions={
              <ActionForm intent="resume">
                <SubmitButton look="normal" size="sm">
                  {messages.resume}
                </SubmitButton>
              </ActionForm>
            }
          >
            <p>{messages.stoppedText}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
