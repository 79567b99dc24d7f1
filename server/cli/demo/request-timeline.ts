import { createFeedback } from '../../feedback/create.ts'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import { setStatus } from '../../feedback/lifecycle/set-status.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createRoadmapItem } from '../../roadmap/create.ts'
import { promoteFeedback } from '../../roadmap/promote.ts'
import type { RoadmapItem } from '../../roadmap/schema.ts'
import { setRoadmapStatus } from '../../roadmap/set-status.ts'
import type { Random } from './random.ts'
import type { DemoHistory } from './request-history.ts'
import { customerNamed, customers } from './tidepool/customers.ts'
import type { DemoRequest } from './tidepool/types.ts'
import { type CreatedIds, getOrThrow, type TimelineStep } from './timeline.ts'
import { dayMs, quarterEnd } from './timestamps.ts'

/** Chooses a submitter if the data specify none: mostly an active customer, sometimes an anonymous one. */
export const pickSubmitter = ({ from }: DemoRequest, random: Random): string | null => {
  const draw = random.next()
  if (from !== undefined) return from === 'team' ? null : from
  return draw < 0.12 ? null : customers[Math.floor(((draw - 0.12) / 0.88) ** 1.4 * customers.length)]!.name!
}

interface RequestPlan {
  request: DemoRequest
  board: string
  submitter: string | null
  history: DemoHistory
}

interface TimelineDeps {
  createdIds: CreatedIds
  random: Random
  present: number
}

/** Builds the steps of a request: submitted, reviewed, planned, started, and shipped or closed. */
export function requestTimeline(plan: RequestPlan, { createdIds, random, present }: TimelineDeps): TimelineStep[] {
  const { request, history } = plan
  const { created, approved, planned, started, shipped, closed } = history
  const target = targetOf(request, shipped ?? closed ?? present)
  const context = contextOf(random, plan.submitter)
  const step = (at: number | undefined, run: (scope: WriteScope, id: string) => Promise<unknown>): TimelineStep[] =>
    at === undefined ? [] : [{ at, run: (scope) => run(scope, getOrThrow(createdIds.feedback, request.title)) }]

  // The team's own requests are approved and planned from the start.
  const beginning: TimelineStep[] =
    request.from === 'team'
      ? [{ at: created, run: (scope) => createRoadmapRequest(scope, createdIds, plan, target) }]
      : [
          { at: created, run: (scope) => createRequest(scope, createdIds, plan, context) },
          ...step(approved, (scope, id) => setStatus(scope, id, 'approved')),
          ...step(planned, (scope, id) => planRequest(scope, createdIds, request, id, target)),
        ]
  const rejection = request.state === 'rejected' || request.state === 'spam' ? request.state : null
  return [
    ...beginning,
    ...step(started, moveTo(createdIds, request, 'in_progress')),
    ...step(shipped, moveTo(createdIds, request, 'completed')),
    ...step(closed, rejection ? (scope, id) => setStatus(scope, id, rejection) : moveTo(createdIds, request, 'closed')),
  ]
}

async function createRequest(
  scope: WriteScope,
  createdIds: CreatedIds,
  { request, board, submitter }: RequestPlan,
  context: object,
) {
  const input = {
    title: request.title,
    boardId: getOrThrow(createdIds.boards, board),
    ...(request.text !== undefined && { description: request.text }),
    ...(submitter !== null && { submitter: customerNamed(submitter) }),
    ...context,
  }
  createdIds.feedback.set(request.title, (await createFeedback(scope, input, createdIds.caps)).id)
}

type TargetDelivery = RoadmapItem['targetDelivery']

async function createRoadmapRequest(
  scope: WriteScope,
  createdIds: CreatedIds,
  { request, board }: RequestPlan,
  targetDelivery: TargetDelivery,
) {
  const { title, text: description = '' } = request
  const boardId = getOrThrow(createdIds.boards, board)
  const item = await createRoadmapItem(scope, { title, description, boardId, targetDelivery })
  createdIds.feedback.set(title, item.feedbackId)
  createdIds.roadmapItems.set(title, item.id)
}

async function planRequest(
  scope: WriteScope,
  createdIds: CreatedIds,
  request: DemoRequest,
  id: string,
  targetDelivery: TargetDelivery,
) {
  const { roadmapItem } = await promoteFeedback(scope, id, { status: 'planned', targetDelivery })
  createdIds.roadmapItems.set(request.title, roadmapItem.id)
}

const statusFor = { in_progress: 'in_progress', completed: 'done', closed: 'closed' } as const

/** Moves a request through its roadmap item, if it has one, as the team would. */
const moveTo =
  (createdIds: CreatedIds, { title }: DemoRequest, stage: keyof typeof statusFor) =>
  (scope: WriteScope, id: string) => {
    const item = createdIds.roadmapItems.get(title)
    return item ? setRoadmapStatus(scope, item, statusFor[stage]) : setStage(scope, id, stage)
  }

/** Returns the target date, counted from the present or from the day the item left the roadmap. */
function targetOf({ roadmap }: DemoRequest, from: number): TargetDelivery {
  if (!roadmap) return null
  if (roadmap.days === undefined) return { precision: 'quarter', date: quarterEnd(from, roadmap.quarters ?? 0) }
  return { precision: 'date', date: new Date(from + roadmap.days * dayMs).toISOString().slice(0, 10) }
}

const sources = [
  { source: 'in-app widget', sourceUrl: 'https://app.example.com/calendar?view=week' },
  { source: 'in-app widget', sourceUrl: 'https://app.example.com/booking-pages' },
  { source: 'in-app widget', sourceUrl: 'https://app.example.com/settings/connections' },
  { source: 'help centre', sourceUrl: 'https://help.example.com/articles/working-hours' },
]

/** Creates private context for about a third of the requests, as a customer's own server would send it. */
function contextOf(random: Random, submitter: string | null): object {
  const [share, ticket, seats] = [random.next(), random.next(), random.next()]
  const { source, sourceUrl } = random.pick(sources)
  const plan = random.pick(['Solo', 'Team', 'Team', 'Studio', 'Enterprise'])
  if (share > 0.4 || submitter === null) return {}
  if (share > 0.3) {
    return {
      sourceUrl: `https://support.example.com/tickets/${48_000 + Math.floor(ticket * 9_000)}`,
      metadata: { source: 'support', plan },
    }
  }
  return { sourceUrl, metadata: { source, plan, seats: Math.ceil(seats ** 3 * 300), isAdmin: ticket < 0.4 } }
}
