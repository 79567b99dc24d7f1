import type { MemberActionContext } from '#server/console/handlers.ts'
import type { CommentedItem } from '#server/inbox/notify.ts'

/** Reads which request or entry the form is about. @throws 400 if it names neither */
export const readItem = (form: MemberActionContext['form']): CommentedItem =>
  form.text('entryId') === ''
    ? { of: 'feedback_id', id: form.id('feedbackId') }
    : { of: 'entry_id', id: form.id('entryId') }
