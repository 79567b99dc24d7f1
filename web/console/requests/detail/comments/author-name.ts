import { requestMessages as messages } from '../../../messages/requests/detail.ts'
import type { RenderedComment } from '../load.ts'
import { personName } from '../person-name.ts'

/** Returns the name shown for the author of a comment. */
export const commentAuthorName = ({ author }: Pick<RenderedComment, 'author'>): string =>
  author.type === 'anonymous' ? messages.anonymous : personName(author)
