import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { formatDateTime } from '#i18n/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field, FieldRow, FieldSet } from '../../../ui/forms/field.tsx'
import { useSubmittedValue } from '../../../ui/forms/form-errors.ts'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { editorMessages } from '../../messages/changelog.ts'
import { TimeZoneOptions } from '../../time-zone-options.tsx'
import { timeZones } from '../../time-zones.ts'
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
  /** Renders the fields of the publication plan if the chosen time is valid. */
  plan: (isScheduled: boolean) => ReactNode
  onChange: (isScheduled: boolean) => void
}

/** Schedules the entry in a time zone, and shows the time in the reader’s zone too. */
export function ScheduleField({ home, schedule, at, zones, plan, onChange }: ScheduleFieldProps) {
  // From the current page: the first response may predate the browser reporting its time zone.
  const { zone: reader } = useRouteLoaderData('root') as { zone: string }
  const [local, setLocal] = useState(useSubmittedText('scheduledPublishAt') ?? schedule.local)
  // An unscheduled entry defaults to the reader’s zone. UTC means that the browser hasn’t reported one; then the
  // workspace’s zone is the better guess.
  const defaultZone = at === null && reader !== 'UTC' ? reader : schedule.zone
  const [chosenZone, setChosenZone] = useState(useSubmittedText('scheduledTimezone'))
  const zone = (chosenZone ?? defaultZone).trim()
  const input = useRef<HTMLInputElement>(null)
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
        <ZoneField zone={zone} likely={[reader, ...zones]} onChange={setChosenZone} />
      </FieldRow>
      {local !== '' && (
        <div className="flex flex-col gap-2 text-13" aria-live="polite">
          {shown && <ResolvedTimes {...shown} reader={reader} />}
          <div>
            <Button size="sm" className="noscript:hidden" onClick={() => clear(input, change)}>
              {editorMessages.clearSchedule}
            </Button>
          </div>
        </div>
      )}
      <div className={local === '' ? 'hidden noscript:block' : undefined}>{plan(local !== '' && !shown?.isPast)}</div>
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

interface ZoneFieldProps {
  zone: string
  /** Listed first. */
  likely: string[]
  onChange: (zone: string) => void
}

/**
 * Chooses a time zone from a list; typing the name of its city selects it. Browsers without script have a text field
 * instead: rendering the list on the server would double the size of the page.
 */
function ZoneField({ zone, likely, onChange }: ZoneFieldProps) {
  const isHydrated = useHydrated()
  // About 400 options.
  const allZones = useMemo(() => <TimeZoneOptions groups={timeZones(zone)} />, [zone])
  return (
    <Field name="scheduledTimezone" label={editorMessages.zone} {...(!isHydrated && { help: editorMessages.zoneHelp })}>
      {isHydrated ? (
        <Select value={zone} onChange={(event) => onChange(event.currentTarget.value)}>
          <optgroup label={editorMessages.likelyZones}>
            {[...new Set([zone, ...likely])].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </optgroup>
          {allZones}
        </Select>
      ) : (
        <TextInput defaultValue={zone} spellCheck={false} autoComplete="off" />
      )}
    </Field>
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
