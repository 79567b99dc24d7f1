import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import { phasesOf } from '#server/console/multi-step-operation.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { permit } from '#server/members/roles.ts'
import { isUuid } from '#server/platform/ids.ts'
import { invalid, notFound, Problem, refusal } from '#server/platform/problems.ts'
import { ownOverrides } from '#server/tracker/send/changed-overrides.ts'
import { type TrackerLink, TrackerOverrides } from '#server/tracker/schema.ts'
import { sendToTracker } from '#server/tracker/send/send.ts'
import { sending as words } from '../../messages/requests/send-to-tracker.ts'

type Visit = MemberVisit & { form: FormInput }

/** Sends the request, once, and comes back to it. Whatever the tracker says is told beside the form, which keeps its text. */
export async function send(visit: Visit): Promise<Response> {
  const { params, scope, deps, home, form } = visit
  permit(feedbackCan(scope.actor).send)
  const id = params.id ?? ''
  if (!isUuid(id)) throw notFound()
  const wanted = await ownOverrides(deps.trackers, scope, id, checked(TrackerOverrides, filledIn(form)))
  const { stored } = await sendToTracker(deps.trackers, phasesOf(visit), id, wanted).catch(tell)
  const { identifier } = (JSON.parse(stored.body) as { data: { link: TrackerLink } }).data.link
  const page = `${home}/requests/${id}`
  return stored.status === 201
    ? done(page, words.sent(identifier))
    : done(page, words.sentBefore(identifier), { tone: 'info' })
}

function filledIn(form: FormInput) {
  const texts = ['title', 'description', 'teamId', 'projectId', 'assigneeId'] as const
  const given = texts.flatMap((name) => (form.orNull(name) === null ? [] : [[name, form.text(name)]]))
  return {
    ...Object.fromEntries(given),
    ...(form.flag('offersLabels') && { labelIds: form.all('labelIds') }),
    ...(form.orNull('priority') !== null && { priority: form.number('priority') }),
  }
}

/** @throws 400 for what a form can show: a tracker that does not answer, a connection or a request that changed meanwhile. */
function tell(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'internal_error') throw refusal(error.message)
  const { guidance } = (error.extra.members ?? {}) as { guidance?: { message: string } }
  if (guidance) throw refusal(guidance.message)
  const details = error.extra.details?.map(({ path, message }) =>
    path === 'path.id' ? { path: '', message: words.notApprovedText } : { path, message },
  )
  throw details ? invalid(details) : error
}
