import type { FilterOptions } from '#server/feedback/console/filter-options.ts'
import type { ConsoleFeedbackQuery } from '#server/feedback/console/list.ts'
import { consoleSorts } from '#server/feedback/console/sort.ts'
import { feedbackStatuses, stages } from '#server/feedback/schema.ts'
import { isUuid } from '#server/platform/ids.ts'
import { type FilterParam, filterParams, type RequestListFilter } from './list-filter.ts'

export interface ParsedListQuery {
  filter: RequestListFilter
  query: ConsoleFeedbackQuery
  after: string | undefined
  /** The parameters with values that are invalid or no longer exist. */
  ignored: FilterParam[]
}

interface Context {
  options: FilterOptions
  /** Whether the URL’s customer exists. */
  hasCustomer: boolean
  viewIds: string[]
  memberId: string | null
  zone: string
  now: string
}

// More values than people choose, and few enough for one statement.
const maxValues = 50
const maxSearchLength = 200
const maxVotes = 2_147_483_647

const anyOf =
  (allowed: readonly string[]): ((value: string) => boolean) =>
  (value) =>
    allowed.includes(value)

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !value.startsWith('0000') && isDate(value)

// A day that no month has, such as February 30, becomes another.
const isDate = (value: string): boolean => {
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const isStart = (value: string): boolean => /^\d{1,4}d$/.test(value) || isDay(value)

const isCount = (value: string): boolean => /^\d{1,10}$/.test(value) && Number(value) <= maxVotes

/** Returns what each parameter accepts. */
const acceptedValues = ({
  options,
  hasCustomer,
  viewIds,
}: Context): Record<FilterParam, (value: string) => boolean> => ({
  view: anyOf(viewIds),
  stage: anyOf(stages),
  board: anyOf(options.boards.map(({ id }) => id)),
  owner: anyOf(['me', 'none', ...options.members.map(({ id }) => id)]),
  tag: anyOf(options.tags.map(({ id }) => id)),
  customer: () => hasCustomer,
  unanswered: anyOf(['1']),
  answered: anyOf(['1']),
  roadmap: anyOf(['yes', 'no']),
  issue: anyOf(['yes', 'no']),
  from: isStart,
  to: isDay,
  minVotes: isCount,
  maxVotes: isCount,
  votedFrom: isStart,
  votedTo: isDay,
  status: anyOf(feedbackStatuses),
  search: (value) => value.length <= maxSearchLength,
  sort: anyOf(consoleSorts),
})

const listParams: FilterParam[] = ['stage', 'board', 'owner', 'tag', 'status']

/** Returns the values of a parameter, which may be repeated, or separated by commas. Empty ones mean nothing. */
function readValues(params: URLSearchParams, name: FilterParam): string[] {
  const values = params.getAll(name).map((value) => value.trim())
  if (!listParams.includes(name)) return values.filter((value) => value !== '').slice(0, 1)
  const separate = values.flatMap((value) => value.toLowerCase().split(','))
  return [...new Set(separate.filter((value) => value !== ''))].slice(0, maxValues)
}

/** Returns the ids that the options must contain. */
export const idsOf = (params: URLSearchParams): string[] =>
  (['owner', 'tag'] as const).flatMap((name) => readValues(params, name)).filter(isUuid)

/** Parses the list’s query. Ignores empty parameters, which the forms send for unused filters, and invalid values. */
export function parseRequestListQuery(params: URLSearchParams, context: Context): ParsedListQuery {
  const accepted = acceptedValues(context)
  const ignored: FilterParam[] = []
  const filter = Object.fromEntries(
    filterParams.flatMap((name) => {
      const values = readValues(params, name)
      const valid = values.filter(accepted[name])
      if (valid.length < values.length) ignored.push(name)
      if (valid.length === 0) return []
      return [[name, listParams.includes(name) ? valid : valid[0]]]
    }),
  ) as RequestListFilter
  return { filter, query: toQuery(filter, context), after: params.get('after')?.slice(0, 500) || undefined, ignored }
}

const yesOrNo = (value: string | undefined) => (value === undefined ? undefined : value === 'yes')
const countOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

function toQuery(filter: RequestListFilter, { memberId, zone, now }: Context): ConsoleFeedbackQuery {
  const days = (from: string | undefined, to: string | undefined) =>
    from !== undefined || to !== undefined ? { from, to, zone, now } : undefined
  const ownerOf = (value: string) => (value === 'me' ? memberId : value === 'none' ? null : value)
  return {
    stages: filter.stage as ConsoleFeedbackQuery['stages'],
    boardIds: filter.board,
    ownerIds: filter.owner?.map(ownerOf),
    tagIds: filter.tag,
    customerId: filter.customer,
    isUnanswered: filter.unanswered !== undefined || undefined,
    isAnswered: filter.answered !== undefined || undefined,
    isOnRoadmap: yesOrNo(filter.roadmap),
    hasIssue: yesOrNo(filter.issue),
    created: days(filter.from, filter.to),
    voted: days(filter.votedFrom, filter.votedTo),
    minVotes: countOf(filter.minVotes),
    maxVotes: countOf(filter.maxVotes),
    statuses: filter.status as ConsoleFeedbackQuery['statuses'],
    search: filter.search,
    sort: filter.sort as ConsoleFeedbackQuery['sort'],
  }
}
