import type { Node } from '@tiptap/pm/model'
import type { Env, StateCore, Token } from 'markdown-it'
import { MarkdownParser } from 'prosemirror-markdown'
import { schema } from './extensions.ts'
import { altOf, tokenizer } from './tokenizer.ts'

const isTight = (tokens: Token[], at: number) =>
  tokens.slice(at + 1).find(({ type }) => type !== 'list_item_open')?.hidden === true

const alignOf = (token: Token) => ({ align: /:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null })

/** Puts the text of each table cell into a paragraph, as the editor requires. */
const cellTokenizer = Object.assign(Object.create(tokenizer), {
  parse(text: string, env: Env): Token[] {
    const tokens = tokenizer.parse(text, env)
    return tokens.flatMap((token, at) => {
      if (token.type !== 'inline' || !/^t[hd]_open$/.test(tokens[at - 1]!.type)) return [token]
      const { Token } = new tokenizer.core.State('', tokenizer, {}) as StateCore
      return [new Token('paragraph_open', 'p', 1), token, new Token('paragraph_close', 'p', -1)]
    })
  },
}) as typeof tokenizer

const parser = new MarkdownParser(schema, cellTokenizer as never, {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: { block: 'bulletList', getAttrs: (_, tokens, at) => ({ tight: isTight(tokens as never, at) }) },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token, tokens, at) => ({
      start: Number(token.attrGet('start') ?? 1),
      tight: isTight(tokens as never, at),
    }),
  },
  list_item: { block: 'listItem' },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: { block: 'codeBlock', getAttrs: ({ info }) => ({ language: info.trim() || null }), noCloseToken: true },
  hr: { node: 'horizontalRule' },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'tableRow' },
  th: { block: 'tableHeader', getAttrs: (token) => alignOf(token as never) },
  td: { block: 'tableCell', getAttrs: (token) => alignOf(token as never) },
  hardbreak: { node: 'hardBreak' },
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src') ?? '',
      title: token.attrGet('title'),
      alt: altOf(token as never),
    }),
  },
  strong: { mark: 'bold' },
  em: { mark: 'italic' },
  s: { mark: 'strike' },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') }) },
  code_inline: { mark: 'code', noCloseToken: true },
})

/** Converts Markdown to a document of the editor. @throws if it contains something that the editor does not support */
export const parseMarkdown = (text: string): Node => parser.parse(text)
