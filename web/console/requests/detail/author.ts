import { request as words } from '../../words/request.ts'
import type { ShownComment } from './load.ts'
import { personName } from './person.ts'

/** What the author of a comment is called. */
export const authorName = ({ author }: Pick<ShownComment, 'author'>): string =>
  author.type === 'anonymous' ? words.anonymous : personName(author)
