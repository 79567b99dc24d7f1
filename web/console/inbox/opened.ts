import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { markRead } from '#server/inbox/mark.ts'
import { readItem } from './read-item.ts'

export { clientAction } from '../offline-action.ts'

/** Marks a request or entry as read when its page is opened. A separate route, so the page loads no inbox scripts. */
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
