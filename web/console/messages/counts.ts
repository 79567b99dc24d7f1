const plural = new Intl.PluralRules('en')
const plain = new Intl.NumberFormat('en')
const conjunction = new Intl.ListFormat('en', { type: 'conjunction' })

/** "1 vote", "1,204 votes". */
export const counted = (count: number, one: string, other: string): string =>
  `${plain.format(count)} ${plural.select(count) === 'one' ? one : other}`

/** "a, b and c" */
export const listed = (parts: string[]): string => conjunction.format(parts)

export const votes = (count: number): string => counted(count, 'vote', 'votes')
export const comments = (count: number): string => counted(count, 'comment', 'comments')
export const notes = (count: number): string => counted(count, 'team note', 'team notes')
export const entries = (count: number): string => counted(count, 'changelog entry', 'changelog entries')
export const requests = (count: number): string => counted(count, 'request', 'requests')
