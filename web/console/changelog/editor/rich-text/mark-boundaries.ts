import type { Node } from '@tiptap/pm/model'

const isWord = (character: string) => /[^\s\p{P}\p{S}]/u.test(character)
const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character)
const isCode = (node: Node | null) => node?.marks.some(({ type }) => type.name === 'code')
const first = (node: Node | null) => (isCode(node) ? '`' : ([...(node?.text ?? '')][0] ?? ''))
const last = (node: Node | null) => (isCode(node) ? '`' : ([...(node?.text ?? '')].at(-1) ?? ''))
const emphases = ['bold', 'italic', 'strike']

const emphasisOf = (node: Node | null) =>
  emphases.filter((name) => node?.marks.some(({ type }) => type.name === name)).join()

/**
 * Writes a letter as a character reference where a mark would not begin or end otherwise, between it and punctuation: in
 * `a**"b"**` the asterisks are text (CommonMark, section 6.2).
 */
export function separateMarks(text: string, node: Node, before: Node | null, after: Node | null): string {
  const needsReference = (own: string, other: string, neighbor: Node | null) =>
    neighbor?.isText && isWord(own) && isPunctuation(other) && emphasisOf(neighbor) !== emphasisOf(node)
  const encode = (character: string) => `&#${character.codePointAt(0)};`
  let separate = text
  const [start, end] = [first(node), last(node)]
  if (needsReference(end, first(after), after)) separate = separate.slice(0, -end.length) + encode(end)
  if (needsReference(start, last(before), before) && separate.startsWith(start)) {
    separate = encode(start) + separate.slice(start.length)
  }
  return separate
}

const isItalic = ({ marks }: Node) => marks.some(({ type }) => type.name === 'italic')

/** Underscores mean nothing within a word, so italic parts of words have asterisks. */
export function italicMark(parent: Node, from: number): '*' | '_' {
  let to = from
  while (to + 1 < parent.childCount && isItalic(parent.child(to + 1))) to += 1
  const isInWord = (index: number) =>
    index > 0 &&
    index < parent.childCount &&
    isWord(last(parent.child(index - 1))) &&
    isWord(first(parent.child(index))) &&
    isItalic(parent.child(index - 1)) !== isItalic(parent.child(index))
  return isInWord(from) || isInWord(to + 1) ? '*' : '_'
}
