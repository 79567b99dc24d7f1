import { LinkButton } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { overview as words } from '../messages/overview.ts'
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
      title={words.tracker[tracker.status](tracker.provider)}
      actions={
        can.seeSettings && (
          <LinkButton to={`${home}/settings/tracker`} size="sm">
            {words.tracker.mend}
          </LinkButton>
        )
      }
    >
      <p>
        {words.tracker.text} {tracker.reason} {!can.seeSettings && words.tracker.ask}
      </p>
    </Notice>
  )
}

function MailAlert({ delivery, latestEntry, home }: OverviewData) {
  if (!delivery || !latestEntry || delivery.failed === 0) return null
  return (
    <Notice
      tone="warning"
      title={words.mailFails(delivery.failed)}
      actions={
        <LinkButton to={`${home}/changelog/${latestEntry.id}`} size="sm">
          {words.seeDelivery}
        </LinkButton>
      }
    >
      <p>
        {words.mailFailsText(latestEntry.title)} <q>{delivery.words}</q>
      </p>
    </Notice>
  )
}
