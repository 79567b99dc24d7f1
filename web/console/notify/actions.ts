import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { takeBackMail } from '#server/notifications/events/take-back.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { Type } from '#server/platform/schemas.ts'
import { notifyMessages as messages } from '../messages/notify.ts'

// The characters of a request id (platform/http/server.ts).
const RequestId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' })

export const mailActions = {
  /** Takes back the mail of an earlier act, whose notice offers this. */
  dontEmail: async ({ form, write }: MemberActionContext) => {
    const requestId = validateForm(RequestId, form.text('request'))
    const takenBack = await write((tx) => takeBackMail(tx, requestId))
    const next = safeRedirectPath(form.text('next'))
    if (takenBack === 'nothing') return redirectWithFlash(next, messages.tooLate, { tone: 'warning' })
    return redirectWithFlash(next, takenBack === 'all' ? messages.takenBack : messages.takenBackRest)
  },
}
