import { redirect } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { markAllRead, markRead, markReview, markUnread } from '#server/inbox/mark.ts'
import { Strict, Timestamp } from '#server/platform/schemas.ts'
import { inboxMessages as messages } from '../messages/inbox.ts'
import { readItem } from './read-item.ts'

const pageUrl = ({ home, url }: MemberActionContext) => `${home}/inbox${url.search}`

/** Returns when the page was loaded, which the form repeats. @throws 400 */
const loadedAt = ({ form }: MemberActionContext): string =>
  validateForm(Strict({ seenAt: Timestamp() }), { seenAt: form.text('seenAt') }).seenAt

export const inboxActions = {
  read: async (context: MemberActionContext) => {
    const item = readItem(context.form)
    await context.write((tx) => markRead(tx, item))
    return redirect(pageUrl(context), 303)
  },
  unread: async (context: MemberActionContext) => {
    const item = readItem(context.form)
    await context.write((tx) => markUnread(tx, item))
    return redirect(pageUrl(context), 303)
  },
  'read-review': async (context: MemberActionContext) => {
    const readAt = loadedAt(context)
    await context.write((tx) => markReview(tx, readAt))
    return redirect(pageUrl(context), 303)
  },
  'unread-review': async (context: MemberActionContext) => {
    await context.write((tx) => markReview(tx, null))
    return redirect(pageUrl(context), 303)
  },
  'read-all': async (context: MemberActionContext) => {
    const until = loadedAt(context)
    await context.write((tx) => markAllRead(tx, until))
    return redirectWithFlash(pageUrl(context), messages.allMarked, { tone: 'success' })
  },
}
