import {
  CalendarHeart,
  CalendarRange,
  CircleDashed,
  type LucideIcon,
  MapIcon,
  MessageSquareDashed,
  MessageSquareReply,
  ShieldCheck,
  SquareArrowOutUpRight,
  SquareKanban,
  Tag as TagIcon,
  ThumbsUp,
  UserRoundPen,
  UserSearch,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FilterOptions } from '#server/feedback/console/filter-options.ts'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import type { ListboxOption } from '../../../ui/pickers/listbox.tsx'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import type { FilterParam, RequestListFilter } from '../list/list-filter.ts'

/** The data of the filters above the list. */
export interface FilterData {
  filter: RequestListFilter
  options: FilterOptions
  /** The customer of the filter. */
  customer: ListboxOption | null
  memberId: string | null
}

export interface Choice {
  value: string
  label: string
  icon?: ReactNode
}

export type FieldName = keyof typeof messages.fields

export interface FilterField {
  icon: LucideIcon
  /** Its parameters in the URL. */
  params: FilterParam[]
  /** The values to choose from, for a field with a list of them. */
  choices?: (data: FilterData) => Choice[]
  /** Whether only one of the choices can be chosen. */
  isSingle?: boolean
}

const choicesOf = (labels: Record<string, string>) => (): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** In the order of the menu. */
export const filterFields: Record<FieldName, FilterField> = {
  stage: {
    icon: CircleDashed,
    params: ['stage'],
    choices: () =>
      (Object.entries(stageLabels) as [Stage, string][]).map(([value, label]) => ({
        value,
        label,
        icon: <StageIcon stage={value} />,
      })),
  },
  board: {
    icon: SquareKanban,
    params: ['board'],
    choices: ({ options }) => options.boards.map(({ id, name }) => ({ value: id, label: name })),
  },
  owner: { icon: UserRoundPen, params: ['owner'], choices: ownerChoices },
  tag: {
    icon: TagIcon,
    params: ['tag'],
    choices: ({ options }) =>
      options.tags.map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <span className="filter-dot" style={{ background: color }} aria-hidden />,
      })),
  },
  customer: { icon: UserSearch, params: ['customer'] },
  unanswered: { icon: MessageSquareDashed, params: ['unanswered'] },
  answered: { icon: MessageSquareReply, params: ['answered'] },
  roadmap: { icon: MapIcon, params: ['roadmap'], choices: choicesOf(messages.roadmap), isSingle: true },
  issue: { icon: SquareArrowOutUpRight, params: ['issue'], choices: choicesOf(messages.issue), isSingle: true },
  created: { icon: CalendarRange, params: ['from', 'to'] },
  votes: { icon: ThumbsUp, params: ['minVotes', 'maxVotes'] },
  voted: { icon: CalendarHeart, params: ['votedFrom', 'votedTo'] },
  status: { icon: ShieldCheck, params: ['status'], choices: choicesOf(messages.statuses) },
}

export const fieldNames = Object.keys(filterFields) as FieldName[]

/** Returns whether a field is a switch without values to choose from. */
export const isSwitch = (name: FieldName): name is 'unanswered' | 'answered' =>
  name === 'unanswered' || name === 'answered'

/** Members by name, after the reader and nobody. The reader is also listed by name if the URL names them. */
function ownerChoices({ filter, options, memberId }: FilterData): Choice[] {
  const others = options.members.filter(({ id }) => id !== memberId || filter.owner?.includes(id))
  return [
    { value: 'me', label: messages.me },
    { value: 'none', label: messages.nobody },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ]
}

/** Returns the values of a field in the URL. */
export const valuesOf = (filter: RequestListFilter, name: FieldName): string[] =>
  filterFields[name].params.flatMap((param) => filter[param] ?? [])

/** Returns the filter without a field. */
export const withoutField = (filter: RequestListFilter, name: FieldName): RequestListFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([param]) => !filterFields[name].params.includes(param as FilterParam)),
  )

/** Says which values of a field are chosen: "Bugs", "Bugs, Ideas", "Bugs + 2 more". */
export function describeField(data: FilterData, name: FieldName): string {
  const { filter } = data
  if (name === 'customer') return data.customer?.label ?? ''
  if (isSwitch(name)) return messages[name]
  if (name === 'created') return describeDays(filter.from, filter.to)
  if (name === 'voted') return describeDays(filter.votedFrom, filter.votedTo)
  if (name === 'votes') return describeVotes(filter)
  const chosen = valuesOf(filter, name)
  const labels = filterFields[name].choices!(data)
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
  return labels.length > 2 ? messages.more({ first: labels[0]!, count: labels.length - 1 }) : labels.join(', ')
}

/** Returns the days of `30d`. */
export const daysOf = (from: string | undefined): number | null => {
  const days = /^(\d+)d$/.exec(from ?? '')?.[1]
  return days === undefined ? null : Number(days)
}

function describeDays(from: string | undefined, to: string | undefined): string {
  const days = daysOf(from)
  const start = days === null ? from : messages.lastDays({ days })
  if (start !== undefined && to !== undefined) return messages.range({ from: start, to })
  if (to !== undefined) return messages.until({ day: to })
  return days === null ? messages.since({ day: start ?? '' }) : start!
}

function describeVotes({ minVotes, maxVotes }: RequestListFilter): string {
  if (minVotes === undefined) return messages.votesAtMost({ count: Number(maxVotes) })
  if (maxVotes === undefined) return messages.votesAtLeast({ count: Number(minVotes) })
  return messages.votesBetween({ from: Number(minVotes), to: Number(maxVotes) })
}
