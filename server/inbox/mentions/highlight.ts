import { escapeHtml } from '../../platform/formats/html.ts'
import type { Mentionable } from './find.ts'
import { mapMentioningTexts } from './text-parts.ts'

/**
 * Marks the names of members in the sanitized HTML of a comment, in which `<` is only at the start of a tag.
 * @param me the member who reads it
 */
export function highlightMentions(markup: string, mentions: Mentionable[], me: string | null): string {
  if (mentions.length === 0) return markup
  const longestFirst = mentions
    .map(({ id, name }) => ({ text: `@${escapeText(name)}`, isMe: id === me }))
    .sort((a, b) => b.text.length - a.text.length)
  return mapMentioningTexts(markup, (text) => highlightText(text, longestFirst))
}

const escapeText = (text: string): string => escapeHtml(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'")

function highlightText(text: string, names: { text: string; isMe: boolean }[]): string {
  let result = ''
  let start = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, start))) {
    const name = names.find((each) => text.slice(at, at + each.text.length).toLowerCase() === each.text.toLowerCase())
    if (!name) continue
    const end = at + name.text.length
    result += `${text.slice(start, at)}<span class="mention"${name.isMe ? ' data-me=""' : ''}>${text.slice(at, end)}</span>`
    start = end
  }
  return result + text.slice(start)
}
