import type { Mark, Node } from '@tiptap/pm/model'
import { defaultMarkdownSerializer, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown'
import { italicMark, separateMarks } from './mark-boundaries.ts'
import { outline } from './tokenizer.ts'

const { nodes, marks } = defaultMarkdownSerializer

/** Escapes only the characters that Markdown would read as markup, because people read the Markdown too. */
export function escapeText(text: string, { startsLine = false, isInLink = false } = {}): string {
  const escaped = text
    .replaceAll(/[\\`]/g, '\\$&')
    .replaceAll(/(?<!\s)\*|\*(?!\s|$)|^\*/g, '\\*')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/~(?=~)|(?<=~)~/g, '\\~')
    .replaceAll(isInLink ? /[[\]]/g : /\[(?=.*\]\()|\](?=[([:]|$)/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/<(?=[a-z][a-z0-9+.-]*:|[^\s<>]+@)/gi, '\\<')
    .replaceAll(/!$/g, '\\!')
  if (!startsLine) return escaped
  return escaped
    .replace(/^(\s*)([-+*>=|[:]|#{1,6}(?=\s|$)|~{3})/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** The italic marks that each conversion has open, to be closed alike. */
const openItalics = new WeakMap<MarkdownSerializerState, ('*' | '_')[]>()

const hasLink = ({ marks }: Node) => marks.some(({ type }) => type.name === 'link')

/** Counts the lists of the same type directly before this one: only another marker starts a new list. */
function sameBefore(node: Node, parent: Node, index: number): number {
  let count = 0
  while (index - count > 0 && parent.child(index - count - 1).type === node.type) count += 1
  return count
}

const serializer = new MarkdownSerializer(
  {
    blockquote: nodes.blockquote!,
    paragraph: nodes.paragraph!,
    listItem: nodes.list_item!,
    image(state, node, parent, index) {
      const { src, alt, title } = node.attrs
      const line = (text: string | null) => text?.replaceAll(/\s+/g, ' ') ?? null
      const attrs = { ...node.attrs, src: encodeSpaces(src ?? ''), alt: line(alt), title: line(title) }
      nodes.image!(state, node.type.create(attrs, null, node.marks), parent, index)
    },
    horizontalRule: (state, node) => {
      state.write('---')
      state.closeBlock(node)
    },
    heading: nodes.heading!,
    codeBlock(state, node) {
      const runs = node.textContent.match(/`{3,}/g) ?? []
      const fence = '`'.repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1)
      state.write(`${fence}${node.attrs.language ?? ''}\n`)
      if (node.textContent !== '') {
        state.text(node.textContent, false)
        state.write('\n')
      }
      state.write(fence)
      state.closeBlock(node)
    },
    bulletList(state, node, parent, index) {
      const bullet = sameBefore(node, parent, index) % 2 === 0 ? '-' : '*'
      state.renderList(node, '  ', () => `${bullet} `)
    },
    orderedList(state, node, parent, index) {
      const after = sameBefore(node, parent, index) % 2 === 0 ? '.' : ')'
      const start = node.attrs.start ?? 1
      const width = String(start + node.childCount - 1).length
      state.renderList(node, ' '.repeat(width + 2), (at) => `${`${start + at}${after}`.padEnd(width + 1)} `)
    },
    table: writeTable,
    hardBreak(state, _, parent, index) {
      const rest = parent.content.content.slice(index + 1)
      // A heading of Markdown has one line.
      if (rest.some(({ type }) => type.name !== 'hardBreak')) state.write(parent.type.name === 'heading' ? ' ' : '\\\n')
    },
    text(state, node, parent, index) {
      const before = index > 0 ? parent.child(index - 1) : null
      const startsLine = before?.type.name === 'hardBreak' || (before === null && parent.type.name === 'paragraph')
      let text = escapeText(node.text!, { startsLine, isInLink: hasLink(node) })
      // A trailing # would be read as the closing sequence of the heading, and dropped.
      if (parent.type.name === 'heading' && index === parent.childCount - 1)
        text = text.replace(/(^|\s)(#+\s*)$/, '$1\\$2')
      // Spaces at the start of a line would be dropped, or make it code.
      if (startsLine || (before === null && parent.type.name === 'heading')) text = text.replace(/^[ \t]+/, '')
      const after = index + 1 < parent.childCount ? parent.child(index + 1) : null
      state.text(isAutolink(node) ? node.text! : separateMarks(text, node, before, after), false)
    },
  },
  {
    bold: marks.strong!,
    italic: {
      ...marks.em!,
      open(state, _mark, parent, index) {
        const mark = italicMark(parent, index)
        openItalics.set(state, [...(openItalics.get(state) ?? []), mark])
        return mark
      },
      close: (state) => openItalics.get(state)?.pop() ?? '_',
    },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    code: marks.code!,
    link: {
      open: (_state, mark, parent, index) => (isAutolink(parent.child(index), mark) ? '<' : '['),
      close: (_state, mark, parent, index) => (isAutolink(parent.child(index - 1), mark) ? '>' : `](${target(mark)})`),
      mixable: true,
    },
  },
  { hardBreakNodeName: 'hardBreak' },
)

/** Returns whether the text of a link is its URL, without other marks. */
function isAutolink(node: Node, mark = node.marks.find(({ type }) => type.name === 'link')): boolean {
  if (mark === undefined || mark.attrs.title) return false
  return /^https?:\/\/[^\s<>]+$/i.test(mark.attrs.href) && node.text === mark.attrs.href && node.marks.length === 1
}

/** A URL in Markdown ends at a space. */
const encodeSpaces = (url: string): string => url.replaceAll(/[\s<>]/g, encodeURIComponent)

const target = ({ attrs }: Mark): string => {
  const title = attrs.title ? ` "${attrs.title.replaceAll(/\s+/g, ' ').replaceAll(/["\\]/g, '\\$&')}"` : ''
  return `${encodeSpaces(attrs.href).replaceAll(/[()"\\]/g, '\\$&')}${title}`
}

const alignments = { left: ':--', center: ':-:', right: '--:' } as Record<string, string>

function writeTable(state: MarkdownSerializerState, table: Node): void {
  const rows = table.children.map((row) => row.children)
  const width = Math.max(...rows.map(({ length }) => length))
  const write = (cells: string[]) => {
    state.ensureNewLine()
    state.write(`| ${cells.join(' | ')} |`)
    state.ensureNewLine()
  }
  const fill = <T>(cells: T[], empty: T) => [...cells, ...Array<T>(width - cells.length).fill(empty)]
  const [head = [], ...body] = rows
  write(fill(head.map(cellText), ''))
  write(
    fill(
      head.map(({ attrs }) => alignments[attrs.align] ?? '---'),
      '---',
    ),
  )
  for (const row of body) write(fill(row.map(cellText), ''))
  state.closeBlock(table)
}

const cellText = (cell: Node): string =>
  serializer.serialize(cell).replaceAll(/\\?\n/g, ' ').replaceAll('|', '\\|').trim()

/** Converts a document to Markdown. */
export const serializeDocument = (document: Node): string =>
  serializer.serialize(document, { tightLists: false }).trimEnd()

/** Converts a document to Markdown, and leaves unchanged blocks as they were written. */
export function serializeKeeping(document: Node, sources: WeakMap<Node, string>): string {
  const complete = serializeDocument(document)
  const blocks = document.children.map(
    (block) => sources.get(block) ?? serializeDocument(document.type.create(null, block)),
  )
  const kept = blocks.filter((block) => block !== '').join('\n\n')
  // A block can depend on the one before it, such as a list after a list.
  return outline(kept) === outline(complete) ? kept : complete
}
