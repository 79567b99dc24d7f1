import { formatDateTime } from '#i18n/format.ts'
import { DateText } from '../../ui/data/time.tsx'
import { changelogMessages } from '../messages/changelog.ts'

/** Shows a time in its own zone, and in the reader’s zone if that differs. */
export function ZonedTime({ at, zone, reader }: { at: string; zone: string | null; reader: string }) {
  const ownZone = zone ?? reader
  const date = new Date(at)
  return (
    <span>
      <DateText value={at} zone={ownZone} clock /> {ownZone}
      {formatDateTime(date, ownZone) !== formatDateTime(date, reader) && (
        <>
          {' ('}
          <DateText value={at} zone={reader} clock /> {changelogMessages.yourTime})
        </>
      )}
    </span>
  )
}
