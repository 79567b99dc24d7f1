import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { mailWords as words } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

/** Whether sending is suspended, what waits, and which addresses get nothing any more. */
export function StateCard({ health, now, zone }: MailPage) {
  const { waiting, putOff, stoppedAddresses, refusals } = health
  const isFine = waiting === 0 && stoppedAddresses === 0 && refusals.length === 0
  return (
    <Card title={words.state}>
      <div className="flex flex-col gap-4">
        {isFine && <p className="text-13 text-muted">{words.fine}</p>}
        {putOff.count > 0 ? (
          <Notice tone="warning" title={words.suspended}>
            <p>{words.suspendedText(putOff.count)}</p>
            {putOff.words && <p className="break-words">{putOff.words}</p>}
            {putOff.nextAt && (
              <p>
                {words.next} <Time value={putOff.nextAt} now={now} zone={zone} />.
              </p>
            )}
          </Notice>
        ) : (
          waiting > 0 && <p className="text-13">{words.waiting(waiting)}</p>
        )}
        {stoppedAddresses > 0 && (
          <Notice
            tone="warning"
            title={words.stopped(stoppedAddresses)}
            actions={
              <ActionForm intent="resume">
                <SubmitButton look="normal" size="sm">
                  {words.resume}
                </SubmitButton>
              </ActionForm>
            }
          >
            <p>{words.stoppedText}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
