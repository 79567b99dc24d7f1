import { useState } from 'react'
import type { NotificationChoice } from '#server/notifications/events/choice.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { publishMessages as messages } from '../../messages/changelog.ts'
import type { ShownRecipients } from '../../messages/notify.ts'
import { NotifyOptions } from '../../notify/notify-options.tsx'

interface CompleteLinkedProps {
  /** The linked requests that are open. */
  requests: { id: string; title: string }[]
  recipients: ShownRecipients | null
  /** Whether the workspace emails people about stages by default. */
  byDefault: boolean
  /** The choice that was made for a scheduled entry; null if none was. */
  planned: NotificationChoice | null
  /** Whether the announcement itself is emailed. */
  isMailed: boolean
}

/** Offers to complete the linked requests with the publication, and to tell the people who asked for them. */
export function CompleteLinked({ requests, recipients, byDefault, planned, isMailed }: CompleteLinkedProps) {
  const [isOn, setOn] = useState(planned !== null)
  if (requests.length === 0) return null
  return (
    <Card>
      <div className="complete-linked flex flex-col gap-3">
        <Checkbox
          name="completesLinked"
          label={messages.completeLinked({ count: requests.length })}
          defaultChecked={planned !== null}
          onChange={({ target }) => setOn(target.checked)}
        />
        <ul className="flex list-disc flex-col gap-1 ps-10 text-13 text-muted">
          {requests.map(({ id, title }) => (
            <li key={id} dir="auto" className="wrap-anywhere">
              {title}
              <input type="hidden" name="linkedId" value={id} />
            </li>
          ))}
        </ul>
        <div className={isOn ? 'flex flex-col gap-2' : 'hidden flex-col gap-2 noscript:flex'}>
          {/* People who get the announcement would otherwise get two messages about one thing. */}
          <NotifyOptions
            recipients={recipients}
            byDefault={planned?.notify ?? (byDefault && !isMailed)}
            defaultNote={planned?.note ?? ''}
          />
          {isMailed && recipients?.count !== 0 && <p className="text-12 text-muted">{messages.completeLinkedAlso}</p>}
        </div>
      </div>
    </Card>
  )
}
