import { htmlToText, renderCustomerMarkdown } from '../platform/formats/markdown.ts'

/**
 * The new content that waits for review, from the strictest rule to none: all of it; everything with a link and
 * everything by newcomers; everything by newcomers; or nothing. Newcomers are anonymous visitors and customers without
 * an approved request or comment.
 */
export const reviewPolicies = ['all', 'links', 'first_time', 'none'] as const
export type ReviewPolicy = (typeof reviewPolicies)[number]

// Also matches addresses that are not rendered as links, because readers can copy them. `]:` matches a link definition,
// even within a block quote or list, or if its address is written in entities.
const linkPattern = /:\/\/|\bwww\.|\][(:]|\bmailto:|\S@[^\s@]+\.\S|<\s*(a|img)\b/i

/** Returns whether a Markdown text contains a link, an image or an address. */
export const containsLink = (text: string): boolean =>
  [text.normalize('NFKC'), shownText(text)].some((each) => linkPattern.test(each))

/**
 * Returns what readers of a Markdown text see and can copy, and the targets of its links. In the source, entities,
 * escapes and emphasis can hide an address: `https&#58;//`, `https:\/\/`, `https:_/_/`.
 */
export const shownText = (text: string): string =>
  htmlToText(renderCustomerMarkdown(text).replaceAll(invisible, ''), { isWrapped: false }).normalize('NFKC')

const invisible = /\p{Default_Ignorable_Code_Point}/gu
