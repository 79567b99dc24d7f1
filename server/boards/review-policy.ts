/**
 * The new content that waits for review, from the strictest rule to none: all of it; everything with a link and
 * everything by newcomers; everything by newcomers; or nothing. Newcomers are anonymous visitors and customers without
 * an approved request or comment.
 */
export const reviewPolicies = ['all', 'links', 'first_time', 'none'] as const
export type ReviewPolicy = (typeof reviewPolicies)[number]

// An address that readers can follow by copying it counts too, even if it is not rendered as a link. `]:` defines the
// target of a link, also within quotations and lists, and with its address written in entities.
const linkPattern = /:\/\/|\bwww\.|\][(:]|\bmailto:|\S@\S+\.\S|<\s*(a|img)\b/i

/** Returns whether a Markdown text contains a link, an image or an address. */
export const containsLink = (text: string): boolean => linkPattern.test(text.normalize('NFKC'))
