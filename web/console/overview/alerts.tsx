import { LinkButton } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { trackerName } from '../messages/labels.ts'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

/** Reports what has stopped working and needs to be fixed. */
export function Alerts(props: OverviewData) {
  return (
    <>
      <TrackerAlert {...props} />
      <MailAlert {...props} />
    </>
  )
}

function TrackerAlert({ tracker, home, can }: OverviewData) {
  if (tracker === null || tracker.status === 'connected') return null
  return (
    <Notice
      tone="danger"
      title={messages.tracker[tracker.status]({ tracker: trackerName(tracker.provider) })}
      actions={
        can.seeSettings && (
          <LinkButton to={`${home}/settings/tracker`} size="sm">
            {messages.tracker.openSettings}
          </LinkButton>
        )
      }
    >
      <p>
        {messages.tracker.text} {tracker.reason} {!can.seeSettings && messages.tracker.ask}
      </p>
    </Notice>
  )
}

function MailAlert({ delivery, latestEntry, home }: OverviewData) {
  if (!delivery || !latestEntry || delivery.failed === 0) return null
  return (
    <Notice
      tone="warning"
      title={messages.failedDeliveries({ count: delivery.failed })}
      actions={
        <LinkButton to={`${home}/changelog/${latestEntry.id}`} size="sm">
          {messages.seeDelivery}
        </LinkButton>
      }
    >
      <p>
        {messages.failedDeliveriesText({ title: latestEntry.title })} <q>{delivery.smtpReply}</q>
      </p>
    </Notice>
  )
}
