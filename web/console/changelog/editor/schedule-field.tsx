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
  /** As it is saved. */
  schedule: { local: string; zone: string }
  at: string | null
  /** The zones that are likely. */
  zones: string[]
  mailed: number
  sendsMail: boolean
  onChange: (isScheduled: boolean) => void
}

/** When the entry publishes itself: by the clock of a zone, shown by the reader's clock too. */
export function ScheduleField({ home, schedule, at, zones, mailed, sendsMail, onChange }: ScheduleFieldProps) {
  // Of the page as it is now: the first one may have been made before the browser had told its zone.
  const { zone: reader } = useRouteLoaderData('root') as { zone: string }
  const [local, setLocal] = useState(useText('scheduledPublishAt') ?? schedule.local)
  // What is not scheduled begins with the reader's own. Whose browser has not told is taken to be in UTC, and then that
  // of the workspace says more.
  const offered = at === null && reader !== 'UTC' ? reader : schedule.zone
  const [typed, setTyped] = useState(useText('scheduledTimezone'))
  const zone = (typed ?? offered).trim()
  const [left, setLeft] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isUnknown = local !== '' && left === zone && !isZone(zone)
  const isSaved = local === schedule.local && zone === schedule.zone
  const planned = useResolvedTime(home, isSaved || local === '' || zone === '' ? null : { local, zone })
  const shown: ResolvedTime | undefined =
    isSaved && at !== null ? { instant: at, zone, note: 'plain', isPast: false } : planned
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
            value={typed ?? offered}
            list="zones"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => setLeft(zone)}
          />
        </Field>
      </FieldRow>
      <Zones likely={[reader, ...zones]} />
      {local !== '' && (
        <div className="flex flex-col gap-2 text-13" aria-live="polite">
          {shown && <ResolvedTimes {...shown} reader={reader} />}
          {!shown?.isPast && !isUnknown && (
            <p className="text-muted">
              {sendsMail || mailed === 0 ? editorMessages.audience({ mailed }) : editorMessages.audienceOutbox}
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
  const [there, here] = [formatDateTime(at, zone), formatDateTime(at, reader)]
  return (
    <div>
      <p className="font-medium">
        <time dateTime={instant}>{editorMessages.scheduleThere({ when: there, zone })}</time>
      </p>
      {there !== here && <p>{editorMessages.scheduleHere({ when: here, zone: reader })}</p>}
      {note === 'skipped' && <p className="text-warning-ink">{editorMessages.skipped({ when: there })}</p>}
      {note === 'twice' && <p className="text-warning-ink">{editorMessages.twice}</p>}
      {isPast && <p className="text-danger-ink">{editorMessages.isPast}</p>}
    </div>
  )
}

/** All that the browser knows, once it runs; a page that lists them all would be twice as long. */
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
  const { answer, isFailed, isAsking } = useDebouncedPost(
    `${home}/changelog/moment`,
    fields && { intent: 'moment', ...fields },
    { pauseMs, isAnswer: isResolvedTime },
  )
  return fields === null || isFailed || isAsking ? undefined : answer
}

/** What was typed before the form was refused. */
function useText(name: string): string | undefined {
  const refused = useSubmittedValue(name)
  return typeof refused === 'string' ? refused : undefined
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
