import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { formatDateTime } from '#i18n/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field, FieldRow, FieldSet } from '../../../ui/forms/field.tsx'
import { useSubmittedValue } from '../../../ui/forms/form-errors.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import { useDebouncedPost } from './use-debounced-post.ts'

interface ResolvedTime {
  instant: string
  zone: string
  note: 'plain' | 'skipped' | 'twice'
  isPast: boolean
}

interface ScheduleFieldProps {
  home: string
  /** The saved schedule. */
  schedule: { local: string; zone: string }
  at: string | null
  /** Zones to suggest first. */
  zones: string[]
  recipients: number
  sendsMail: boolean
  onChange: (isScheduled: boolean) => void
}

/** Schedules the entry in a time zone, and shows the time in the reader’s zone too. */
export function ScheduleField({ home, schedule, at, zones, recipients, sendsMail, onChange }: ScheduleFieldProps) {
  // From the current page: the first response may predate the browser reporting its time zone.
  const { zone: reader } = useRouteLoaderData('root') as { zone: string }
  const [local, setLocal] = useState(useSubmittedText('scheduledPublishAt') ?? schedule.local)
  // An unscheduled entry defaults to the reader’s zone. UTC means that the browser hasn’t reported one; then the
  // workspace’s zone is the better guess.
  const defaultZone = at === null && reader !== 'UTC' ? reader : schedule.zone
  const [typedZone, setTypedZone] = useState(useSubmittedText('scheduledTimezone'))
  const zone = (typedZone ?? defaultZone).trim()
  const [confirmedZone, setConfirmedZone] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isUnknown = local !== '' && confirmedZone === zone && !isZone(zone)
  const isSaved = local === schedule.local && zone === schedule.zone
  const resolved = useResolvedTime(home, isSaved || local === '' || zone === '' ? null : { local, zone })
  const shown: ResolvedTime | undefined =
    isSaved && at !== null ? { instant: at, zone, note: 'plain', isPast: false } : resolved
  const change = (next: string) => {
    setLocal(next)
    onChange(next !== '')
  }
  return (
    <FieldSet legend={editorMessages.schedule} help={editorMessages.scheduleHelp}>
      <FieldRow>
        <Field name="scheduledPublishAt" label={editorMessages.publishAt}>
          <TextInput
            ref={input}
            type="datetime-local"
            defaultValue={local}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </Field>
        <Field
          name="scheduledTimezone"
          label={editorMessages.zone}
          help={editorMessages.zoneHelp}
          {...(isUnknown && { error: zone === '' ? editorMessages.zoneMissing : editorMessages.zoneUnknown({ zone }) })}
        >
          <TextInput
            value={typedZone ?? defaultZone}
            list="zones"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTypedZone(event.currentTarget.value)}
            onBlur={() => setConfirmedZone(zone)}
          />
        </Field>
      </FieldRow>
      <Zones likely={[reader, ...zones]} />
      {local !== '' && (
        <div className="flex flex-col gap-2 text-13" aria-live="polite">
          {shown && <ResolvedTimes {...shown} reader={reader} />}
          {!shown?.isPast && !isUnknown && (
            <p className="text-muted">
              {sendsMail || recipients === 0
                ? editorMessages.audience({ count: recipients })
                : editorMessages.audienceOutbox}
            </p>
          )}
          <div>
            <Button size="sm" className="noscript:hidden" onClick={() => clear(input, change)}>
              {editorMessages.clearSchedule}
            </Button>
          </div>
        </div>
      )}
    </FieldSet>
  )
}

function clear(input: RefObject<HTMLInputElement | null>, change: (next: string) => void) {
  if (!input.current) return
  input.current.value = ''
  input.current.form?.dispatchEvent(new Event('input', { bubbles: true }))
  change('')
}

function ResolvedTimes({ instant, zone, note, isPast, reader }: ResolvedTime & { reader: string }) {
  const at = new Date(instant)
  const [zoneTime, readerTime] = [formatDateTime(at, zone), formatDateTime(at, reader)]
  return (
    <div>
      <p className="font-medium">
        <time dateTime={instant}>{editorMessages.scheduledInZone({ when: zoneTime, zone })}</time>
      </p>
      {zoneTime !== readerTime && <p>{editorMessages.scheduledForReader({ when: readerTime, zone: reader })}</p>}
      {note === 'skipped' && <p className="text-warning-ink">{editorMessages.skipped({ when: zoneTime })}</p>}
      {note === 'twice' && <p className="text-warning-ink">{editorMessages.twice}</p>}
      {isPast && <p className="text-danger-ink">{editorMessages.isPast}</p>}
    </div>
  )
}

/** Suggests every zone the browser knows, once hydrated: rendering them all would double the size of the page. */
function Zones({ likely }: { likely: string[] }) {
  const [all, setAll] = useState<string[]>([])
  useEffect(() => setAll(Intl.supportedValuesOf('timeZone')), [])
  const zones = [...new Set([...likely, ...all])]
  return (
    <datalist id="zones">
      {zones.map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}

const pauseMs = 150
const isResolvedTime = (body: unknown): body is ResolvedTime =>
  typeof body === 'object' && body !== null && 'instant' in body

function useResolvedTime(home: string, fields: { local: string; zone: string } | null): ResolvedTime | undefined {
  const { result, isFailed, isLoading } = useDebouncedPost(
    `${home}/changelog/moment`,
    fields && { intent: 'moment', ...fields },
    { pauseMs, isResult: isResolvedTime },
  )
  return fields === null || isFailed || isLoading ? undefined : result
}

/** Returns what was typed before the form was rejected. */
function useSubmittedText(name: string): string | undefined {
  const value = useSubmittedValue(name)
  return typeof value === 'string' ? value : undefined
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
