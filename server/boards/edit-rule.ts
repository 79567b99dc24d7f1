import { renderCustomerMarkdown } from '../platform/formats/markdown.ts'
import { type ReviewPolicy, shownText } from './review-policy.ts'

/**
 * Returns whether a board holds an edit of public text for review. The rules for newcomers don't apply, because the
 * author already has public text.
 * @param before the texts that pages render separately, such as a title and a description; `after` likewise
 */
export const mustReviewEdit = (policy: ReviewPolicy, before: string[], after: string[]): boolean =>
  policy === 'all' || (policy === 'links' && addsLink(before, after))

/** Returns whether one of the texts has a link or an address that the earlier texts did not have. */
export function addsLink(before: string[], after: string[]): boolean {
  const known = new Set(before.flatMap(targetsOf))
  return after.flatMap(targetsOf).some((target) => !known.has(target))
}

// The parts before the separators are bounded, and those of email addresses contain no other @, so that the time grows
// with the length of the text and not with its square or cube.
const addressPattern =
  /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>()[\]"]+|[^\s<>()[\]"@]{1,64}@[^\s<>()[\]"@]+\.[^\s<>()[\]"@]+/giu

/**
 * Lists what readers can follow or see: the targets of rendered links, uploaded images, and the addresses that they can copy. Renders the text
 * as pages do: joined to another one, a code fence in a title would hide the links of the description.
 */
function targetsOf(text: string): string[] {
  const rendered = [...renderCustomerMarkdown(text, '').matchAll(/(?:href|src)="([^"]*)"/g)].map(
    ([, target]) => target!,
  )
  const copied = [text.normalize('NFKC'), shownText(text)].flatMap((each) => each.match(addressPattern) ?? [])
  return [...rendered, ...copied.map((address) => address.replace(/(?<![.,;:!?])[.,;:!?]+$/u, ''))]
}
