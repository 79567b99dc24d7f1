import { cancelEmail } from '#server/changelog/publishing/cancel-email.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { notifyMessages as messages } from '../../messages/notify.ts'

/** Cancels the announcement of the entry, and the mail about the requests that were completed with it. */
export async function dontEmail({ write, params, home }: MemberActionContext): Promise<Response> {
  const id = requireId(params)
  const isCanceled = await write((tx) => cancelEmail(tx, id))
  const next = `${home}/changelog/${id}`
  return isCanceled
    ? redirectWithFlash(next, messages.takenBackEntry)
    : redirectWithFlash(next, messages.tooLate, { tone: 'warning' })
}
