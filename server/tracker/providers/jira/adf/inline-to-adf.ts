import type { Token } from 'markdown-it'
import type { AdfMark, AdfNode } from './types.ts'

// The maximum length of URLs in Heed.
const maxUrlLength = 2_048

const markTypes: Record<string, string> = { em: 'em', strong: 'strong', s: 'strike' }

/** Converts the text of a paragraph, heading or cell into runs of text with marks, and line breaks. */
export function inlineToAdf(tokens: Token[]): AdfNode[] {
  const nodes: AdfNode[] = []
  // The nesting depth of each mark.
  const marks = new Map<string, number>()
  let link: AdfMark | null = null
  const add = (text: string, options: { isCode?: boolean; link?: AdfMark | null } = {}) => {
    const marked = options.isCode
      ? [{ type: 'code' }]
      : [...marks].filter(([, depth]) => depth > 0).map(([type]) => ({ type }))
    const target = link ?? options.link ?? null
    addText(nodes, stripInvalidXml(text).replaceAll(/\s*\n\s*/g, ' '), target === null ? marked : [target, ...marked])
  }
  for (const token of tokens) {
    if (token.type === 'hardbreak') nodes.push({ type: 'hardBreak' })
    else if (token.type === 'softbreak') add(' ')
    else if (token.type === 'code_inline') add(token.content, { isCode: true })
    else if (token.type === 'image')
      add(token.content || urlAttribute(token, 'src'), { link: linkTo(urlAttribute(token, 'src')) })
    else if (token.tag === 'a') link = token.nesting === 1 ? linkTo(urlAttribute(token, 'href')) : null
    else if (token.nesting !== 0)
      marks.set(markTypes[token.tag]!, (marks.get(markTypes[token.tag]!) ?? 0) + token.nesting)
    else add(token.content)
  }
  return nodes
}

const urlAttribute = (token: Token, name: 'href' | 'src'): string => String(token.attrGet(name) ?? '')

/** Returns a link mark. Images become links too: Jira would otherwise load a customer's image for every reader. */
function linkTo(href: string): AdfMark | null {
  return href.length <= maxUrlLength && URL.canParse(href) ? { type: 'link', attrs: { href } } : null
}

/** Appends text, merging runs with the same marks. Jira rejects empty text. */
function addText(nodes: AdfNode[], text: string, marks: AdfMark[]): void {
  if (text === '') return
  const last = nodes.at(-1)
  const isSame = last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)
  if (isSame) last.text += text
  else nodes.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
}

/** Removes what XML cannot represent and Jira rejects: most control characters and lone surrogates. */
export const stripInvalidXml = (text: string): string =>
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
