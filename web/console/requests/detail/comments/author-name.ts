import { request as words } from '../../../messages/requests/detail.ts'
import type { ShownComment } from '../load.ts'
import { personName } from '../person-name.ts'

/** What the author of a comment is called. */
export const authorName = ({ author }: Pick<ShownComment, 'author'>): string =>
  author.type === 'anonymous' ? words.anonymous : personName(author)
