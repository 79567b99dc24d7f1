import MarkdownIt, { type Env, type Token } from 'markdown-it'

/** Parses like the server’s renderer (server/platform/formats/markdown.ts), without its limits. A test compares the two. */
export const tokenizer = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 })
tokenizer.linkify.set({ fuzzyLink: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
tokenizer.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url) || /^\/files\/[0-9a-f-]{36}\/[\w.-]+$/.test(url)

/** Returns the source of each block of the document, as it was written; null if the blocks depend on each other. */
export function sourcesOf(text: string): string[] | null {
  const env: Env = {}
  const lines = text.split('\n')
  const blocks = tokenizer.parse(text, env).filter(({ level, nesting }) => level === 0 && nesting >= 0)
  if (env.references !== undefined && Object.keys(env.references).length > 0) return null
  return blocks.map(({ map }) =>
    lines
      .slice(...map!)
      .join('\n')
      .trimEnd(),
  )
}

/**
 * Describes what readers see of a text, however it is written: two texts with the same outline look the same. The
 * nesting order of marks does not matter.
 */
export function outline(text: string): string {
  const parts: string[] = []
  for (const token of tokenizer.parse(text, {})) {
    if (token.type === 'inline') parts.push(...inlineOutline(token.children ?? []))
    else if (token.type === 'fence' || token.type === 'code_block') {
      parts.push(JSON.stringify(['code', token.info.trim(), token.content]))
    } else if (!token.hidden) parts.push(JSON.stringify([token.type, token.tag, token.attrs]))
  }
  return parts.join('\n')
}

function inlineOutline(tokens: Token[]): string[] {
  const marks: string[] = []
  const runs: { marks: string; text: string }[] = []
  const add = (text: string, extra: string[] = []) => {
    const key = [...new Set([...marks, ...extra])].sort().join(' ')
    const last = runs.at(-1)
    if (last?.marks === key) last.text += text
    else if (text !== '') runs.push({ marks: key, text })
  }
  for (const token of tokens) {
    const { type, tag, attrs, content, nesting } = token
    if (nesting > 0) marks.push(`${tag}${JSON.stringify(attrs)}`)
    else if (nesting < 0) marks.pop()
    else if (type === 'code_inline') add(content, ['code'])
    else if (type === 'image') add(`\0image ${JSON.stringify([attrs, altOf(token)])}\0`)
    else if (type === 'hardbreak') add('\0break\0')
    else add(type === 'softbreak' ? ' ' : content)
  }
  return runs.map((run) => JSON.stringify(run))
}

/** The alternative text as our renderer writes it: text without marks. */
export const altOf = ({ children }: Token): string =>
  tokenizer.renderer.renderInlineAsText(children ?? [], tokenizer.options, {})
