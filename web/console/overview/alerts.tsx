import { LinkButton } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { overviewMessages as messages, trackerName } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

/** What has stopped working and somebody has to mend. */
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
            {messages.tracker.mend}
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
      title={messages.mailFails({ count: delivery.failed })}
      actions={
        <LinkButton to={`${home}/changelog/${latestEntry.id}`} size="sm">
          {messages.seeDelivery}
        </LinkButton>
      }
    >
      <p>
        {messages.mailFailsText({ title: latestEntry.title })} <q>{delivery.words}</q>
      </p>
    </Notice>
  )
}
