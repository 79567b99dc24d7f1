import type { Flash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { type NotificationChoice, NotificationNote } from '#server/notifications/events/choice.ts'
import { findActWithMail, listRecordedNews } from '#server/notifications/events/recorded.ts'
import { chooseNotification, type NotifyingAct } from '#server/notifications/preferences/workspace-defaults.ts'
import { countCommentRecipients } from '#server/notifications/recipients/count-comment-recipients.ts'
import { countRecipients, type RecipientCount } from '#server/notifications/recipients/count-recipients.ts'
import { Strict } from '#server/platform/schemas.ts'
import type { Scope } from '#server/platform/scope.ts'
import { describeMail, describeWaitingMail, notifyMessages as messages } from '../messages/notify.ts'

const Note = Strict({ note: NotificationNote })

/** Reads the fields of `NotifyOptions`. A form without them, as sent by a key, uses the workspace's default. */
export async function readNotificationChoice(
  { form, scope }: Pick<MemberActionContext, 'form' | 'scope'>,
  act: NotifyingAct,
): Promise<NotificationChoice> {
  const notify = form.has('choosesNotify') ? form.flag('notify') : undefined
  const note = form.optionalText('note')
  return chooseNotification(scope, act, {
    notify,
    note: note === undefined || notify === false ? undefined : validateForm(Note, { note }).note,
  })
}

/**
 * Adds to the notice of an act whom it emails and when, with a button that takes back only the mail. Says so, too, if the
 * act emails no one because the team chose that.
 * @param next the page to go to after the mail is taken back
 */
export async function withMail(
  { scope, home, requestId }: Pick<MemberActionContext, 'scope' | 'home' | 'requestId'>,
  flash: Flash,
  { choice, next, parentId }: { choice: NotificationChoice; next: string; parentId?: string | undefined },
): Promise<Flash> {
  if (!choice.notify) return { ...flash, text: messages.joined({ done: flash.text, mail: messages.notEmailed }) }
  const recipients = await countRecorded(scope, requestId, parentId)
  if (!recipients || recipients.count === 0) return flash
  return {
    ...flash,
    text: messages.joined({ done: flash.text, mail: describeMail(recipients) }),
    secondary: {
      action: `${home}/requests`,
      intent: 'dontEmail',
      fields: { request: requestId, next },
      text: messages.dontEmail,
    },
  }
}

/** The mail about an action that can still be canceled. `text` says how many people it is for. */
export interface WaitingMail {
  requestId: string
  text: string
}

/** Returns the waiting mail about the member’s newest action on a request. */
export async function findWaitingMail(scope: Scope, feedbackId: string): Promise<WaitingMail | null> {
  const requestId = await findActWithMail(scope, feedbackId)
  const recipients = requestId === null ? undefined : await countRecorded(scope, requestId, undefined)
  if (requestId === null || !recipients || recipients.count === 0) return null
  return { requestId, text: describeWaitingMail(recipients) }
}

/** Counts the people whom the events recorded by an HTTP request will email; undefined without events. */
async function countRecorded(
  scope: Scope,
  requestId: string,
  parentId: string | undefined,
): Promise<RecipientCount | undefined> {
  const { stages, replies, comments } = await listRecordedNews(scope, requestId)
  if (replies.length > 0) return countRecipients(scope, replies, { kind: 'replies', parentId })
  if (stages.length > 0) return countRecipients(scope, stages, { kind: 'stages' })
  // One decision approves one comment.
  const [comment] = comments
  return comment === undefined ? undefined : (await countCommentRecipients(scope, [comment])).get(comment)
}
