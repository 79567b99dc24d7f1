import { formatDateTime } from '#i18n/format.ts'
import { DateText } from '../../ui/data/time.tsx'
import { changelogMessages } from '../messages/changelog.ts'

/** A moment by the clock that it was planned by, and by the reader's where that shows something else. */
export function ZonedTime({ at, zone, reader }: { at: string; zone: string | null; reader: string }) {
  const there = zone ?? reader
  const moment = new Date(at)
  return (
    <span>
      <DateText value={at} zone={there} clock /> {there}
      {formatDateTime(moment, there) !== formatDateTime(moment, reader) && (
        <>
          {' ('}
          <DateText value={at} zone={reader} clock /> {changelogMessages.yourTime})
        </>
      )}
    </span>
  )
}
