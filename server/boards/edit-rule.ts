import { renderCustomerMarkdown } from '../platform/formats/markdown.ts'
import type { ReviewPolicy } from './review-policy.ts'

/**
 * Returns the rule by which a board would hold an edit of public text for review. The author of public text already has
 * approved content, so the rules for newcomers don't apply.
 * @returns null if the edit may be public at once
 */
export function ruleAgainstEdit(policy: ReviewPolicy, before: string, after: string): 'all' | 'links' | null {
  if (policy === 'all') return 'all'
  return policy === 'links' && addsLink(before, after) ? 'links' : null
}

/** Returns whether a text has a link or an address that the earlier text did not have. */
export function addsLink(before: string, after: string): boolean {
  const known = targetsOf(before)
  return [...targetsOf(after)].some((target) => !known.has(target))
}

const addressPattern =
  /(?:[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:)[^\s<>()[\]"]+|[^\s<>()[\]"]+@[^\s<>()[\]"]+\.[^\s<>()[\]"]+/giu

/** Lists what readers can follow: the targets of rendered links, and the addresses that they can copy. */
function targetsOf(text: string): Set<string> {
  const rendered = [...renderCustomerMarkdown(text).matchAll(/href="([^"]*)"/g)].map(([, target]) => target!)
  const copied = text.normalize('NFKC').match(addressPattern) ?? []
  return new Set([...rendered, ...copied.map((address) => address.replace(/[.,;:!?]+$/u, ''))])
}
