import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { markRead } from '#server/inbox/mark.ts'
import { readItem } from './read-item.ts'

export { clientAction } from '../offline-action.ts'

/** Marks a request or entry as read when its page is opened. A route of its own, so that the page loads no script of the inbox. */
export const action = actionFor.member({
  opened: async ({ form, write }) => {
    const item = readItem(form)
    await write((tx) => markRead(tx, item))
    return { isRead: true }
  },
})

export const loader = loaderFor.member(async ({ home }) => {
  throw redirect(`${home}/inbox`)
})
