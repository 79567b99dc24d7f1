import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import { createMultiStepOperation } from '#server/console/multi-step-operation.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { permit } from '#server/platform/authorization.ts'
import { isUuid } from '#server/platform/ids.ts'
import { invalid, invalidState, notFound, Problem } from '#server/platform/problems.ts'
import { type TrackerLink, TrackerOverrides } from '#server/tracker/schema.ts'
import { changedOverrides } from '#server/tracker/send/changed-overrides.ts'
import { sendToTracker } from '#server/tracker/send/send.ts'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'

type ActionContext = MemberContext & { form: FormInput }

/** Sends the request, once, and comes back to it. Whatever the tracker says is told beside the form, which keeps its text. */
export async function send(visit: ActionContext): Promise<Response> {
  const { params, scope, deps, home, form } = visit
  permit(feedbackCan(scope.actor).send)
  const id = params.id ?? ''
  if (!isUuid(id)) throw notFound()
  const wanted = await changedOverrides(deps.trackers, scope, id, validateForm(TrackerOverrides, parseOverrides(form)))
  const { stored } = await sendToTracker(deps.trackers, createMultiStepOperation(visit), id, wanted).catch(
    throwFormError,
  )
  const { identifier } = (JSON.parse(stored.body) as { data: { link: TrackerLink } }).data.link
  const page = `${home}/requests/${id}`
  return stored.status === 201
    ? redirectWithFlash(page, messages.sent(identifier))
    : redirectWithFlash(page, messages.sentBefore(identifier), { tone: 'info' })
}

function parseOverrides(form: FormInput) {
  const texts = ['title', 'description', 'teamId', 'projectId', 'assigneeId'] as const
  const given = texts.flatMap((name) => (form.textOrNull(name) === null ? [] : [[name, form.text(name)]]))
  return {
    ...Object.fromEntries(given),
    ...(form.flag('offersLabels') && { labelIds: form.all('labelIds') }),
    ...(form.textOrNull('priority') !== null && { priority: form.number('priority') }),
  }
}

/** @throws 400 for what a form can show: a tracker that does not answer, a connection or a request that changed meanwhile. */
function throwFormError(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'internal_error') throw invalidState(error.message)
  const { guidance } = (error.extra.members ?? {}) as { guidance?: { message: string } }
  if (guidance) throw invalidState(guidance.message)
  const details = error.extra.details?.map(({ path, message }) =>
    path === 'path.id' ? { path: '', message: messages.notApprovedText } : { path, message },
  )
  throw details ? invalid(details) : error
}
