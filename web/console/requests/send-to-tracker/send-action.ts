import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { createMultiStepOperation } from '#server/console/multi-step-operation.ts'
import { requireId } from '#server/console/require-id.ts'
import { invalid, invalidState, Problem } from '#server/platform/problems.ts'
import { type TrackerLink, TrackerOverrides } from '#server/tracker/schema.ts'
import { changedOverrides } from '#server/tracker/send/proposed-issue.ts'
import { sendToTracker } from '#server/tracker/send/send.ts'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'

/** Sends the request once and returns to its page. A failure is shown with the form, which keeps its values. */
export async function send(context: MemberActionContext): Promise<Response> {
  const { params, scope, deps, home, form } = context
  const id = requireId(params)
  const values = validateForm(TrackerOverrides, parseOverrides(form))
  const overrides = await changedOverrides(deps.trackers, scope, id, values)
  const { stored } = await sendToTracker(deps.trackers, createMultiStepOperation(context), id, overrides).catch(
    throwFormError,
  )
  const { identifier: issue } = (JSON.parse(stored.body) as { data: { link: TrackerLink } }).data.link
  const page = `${home}/requests/${id}`
  return stored.status === 201
    ? redirectWithFlash(page, messages.sent({ issue }))
    : redirectWithFlash(page, messages.alreadySent({ issue }), { tone: 'info' })
}

function parseOverrides(form: FormInput) {
  const texts = ['title', 'description', 'teamId', 'projectId', 'assigneeId'] as const
  const values = texts.flatMap((name) => (form.textOrNull(name) === null ? [] : [[name, form.text(name)]]))
  return {
    ...Object.fromEntries(values),
    ...(form.flag('offersLabels') && { labelIds: form.all('labelIds') }),
    ...(form.textOrNull('priority') !== null && { priority: form.number('priority') }),
  }
}

/** @throws 400 for errors that the form can show: the tracker does not answer, or the connection or request changed. */
function throwFormError(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'internal_error') throw invalidState(error.message)
  const { guidance } = (error.extra.members ?? {}) as { guidance?: { message: string } }
  if (guidance) throw invalidState(guidance.message)
  const details = error.extra.details?.map((detail) =>
    detail.path === 'path.id' ? { path: '', message: messages.notApprovedText } : detail,
  )
  throw details ? invalid(details) : error
}
