import { useEffect } from 'react'
import { Link, useFetcher, useRouteLoaderData } from 'react-router'
import type { DeliveryReport } from '#server/notifications/announcements/delivery-report.ts'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { entryMessages } from '../../messages/changelog.ts'
import { notifyMessages } from '../../messages/notify.ts'
import type { loader } from './delivery.ts'

const { delivery } = entryMessages

interface DeliveryReportPanelProps {
  first: DeliveryReport
  /** The URL of the entry’s page. */
  entryUrl: string
  home: string
}

// While messages are being sent.
const pollIntervalMs = 1_500
// While every remaining message waits for a later retry.
const maxPollIntervalMs = 15_000

/** Shows the progress of the announcement, polling until it is finished. */
export function DeliveryReportPanel({ first, entryUrl, home }: DeliveryReportPanelProps) {
  const { zone, now } = useRouteLoaderData('root') as { zone: string; now: string }
  const { load, data, state } = useFetcher<typeof loader>()
  const report = data?.report ?? first
  const pauseMs = nextPollDelay(report)
  const isWaiting = report.startsAt !== null && report.startsAt > (data?.now ?? now)
  useEffect(() => {
    if (pauseMs === null || state !== 'idle') return
    const timer = setTimeout(() => load(`${entryUrl}/delivery`), pauseMs)
    return () => clearTimeout(timer)
  }, [pauseMs, state, load, entryUrl])
  return (
    <Card title={delivery.title}>
      <div className="flex flex-col gap-3 text-13">
        {isWaiting ? <Waiting /> : <Progress report={report} />}
        {!report.isMailConfigured && report.sent > 0 && (
          <Notice>
            <p>{delivery.outbox}</p>
          </Notice>
        )}
        {!isWaiting && <DeliveryDetails report={report} zone={zone} now={now} />}
        {report.failures.length > 0 && <Failures report={report} home={home} />}
        {!report.isFinished && (
          <noscript>
            <Link className="text-link" to={entryUrl}>
              {delivery.refresh}
            </Link>
          </noscript>
        )}
      </div>
    </Card>
  )
}

function nextPollDelay({ isFinished, nextDueAt, startsAt }: DeliveryReport): number | null {
  if (isFinished) return null
  const next = nextDueAt ?? startsAt
  const isWaitingLonger = next !== null && Date.parse(next) > Date.now() + maxPollIntervalMs
  return isWaitingLonger ? maxPollIntervalMs : pollIntervalMs
}

/** Offers to cancel the email until it is sent. */
const Waiting = () => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p>{delivery.waiting}</p>
    <ActionForm intent="dontEmail">
      <SubmitButton look="normal" size="sm">
        {notifyMessages.dontEmail}
      </SubmitButton>
    </ActionForm>
  </div>
)

const finishedBy = {
  everyone: delivery.finished,
  asked: delivery.finishedAsked,
  board: delivery.finishedFiltered,
  tag: delivery.finishedFiltered,
}

function Progress({
  report: { audience, isFinished, isListed, sent, failed, suppressed, total },
}: {
  report: DeliveryReport
}) {
  if (audience === 'nobody') return <p>{delivery.unmailed}</p>
  if (isFinished && failed === 0) {
    return <p>{finishedBy[audience]({ sent })}</p>
  }
  const recipients = total - suppressed
  return (
    <ProgressBar
      label={isListed ? delivery.progress : delivery.listing}
      value={sent}
      max={recipients}
      text={delivery.of({ sent, total: recipients })}
      tone={failed > 0 ? 'warning' : 'accent'}
    />
  )
}

function DeliveryDetails({ report, zone, now }: { report: DeliveryReport; zone: string; now: string }) {
  const { due, failed, suppressed, nextDueAt, reasons } = report
  const isWaiting = reasons.length > 0 && nextDueAt !== null && nextDueAt > now
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
        {due > 0 && <li>{delivery.due({ count: due })}</li>}
        {failed > 0 && <li className="font-medium text-danger-ink">{delivery.failed({ count: failed })}</li>}
        {suppressed > 0 && <li>{delivery.suppressed({ count: suppressed })}</li>}
        {isWaiting && (
          <li>
            {delivery.nextTry} <Time value={nextDueAt} zone={zone} now={now} />
          </li>
        )}
      </ul>
      {reasons.length > 0 && (
        <div>
          <h3 className="text-13">{delivery.reasons}</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {reasons.map((reason) => (
              <li key={reason.response} className="flex gap-2">
                <span className="number text-muted">{reason.count}×</span>
                <q className="wrap-anywhere">{reason.response}</q>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Failures({ report: { failures, failed }, home }: { report: DeliveryReport; home: string }) {
  return (
    <details open={failed <= 3}>
      <summary className="cursor-pointer font-medium">
        {delivery.failures}
        {failed > failures.length && <span className="font-normal text-muted"> · {delivery.latest}</span>}
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {failures.map(({ customerId, name, email, response }) => (
          <li key={customerId} className="min-w-0">
            <Link className="text-link wrap-anywhere" to={`${home}/customers/${customerId}`}>
              {name ?? email ?? delivery.unnamed}
            </Link>
            <q className="block text-12 text-muted wrap-anywhere">{response}</q>
          </li>
        ))}
      </ul>
    </details>
  )
}
