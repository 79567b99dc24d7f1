import { requestMessages as messages } from '../../../messages/requests/detail.ts'
import type { RenderedComment } from '../load.ts'
import { personName } from '../person-name.ts'

/** What the author of a comment is called. */
export const commentAuthorName = ({ author }: Pick<RenderedComment, 'author'>): string =>
  author.type === 'anonymous' ? messages.anonymous : personName(author)
