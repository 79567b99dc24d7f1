/**
 * Validates the Atlassian Document Format in the description of a Jira issue, except for media. Written from the public
 * documentation, independently of the documents Heed generates.
 */

const blocks = ['paragraph', 'bulletList', 'orderedList', 'codeBlock']
const inline = ['text', 'hardBreak', 'mention', 'emoji', 'inlineCard', 'date', 'status']
const inCells = [...blocks, 'blockquote', 'heading', 'rule', 'panel', 'taskList', 'mediaSingle']

const contentOf: Record<string, { may: string[]; atLeast: number; first?: string[] }> = {
  doc: { may: [...inCells, 'table', 'expand'], atLeast: 0 },
  paragraph: { may: inline, atLeast: 0 },
  heading: { may: inline, atLeast: 0 },
  blockquote: { may: blocks, atLeast: 1 },
  bulletList: { may: ['listItem'], atLeast: 1 },
  orderedList: { may: ['listItem'], atLeast: 1 },
  listItem: { may: blocks, atLeast: 1, first: ['paragraph', 'codeBlock'] },
  codeBlock: { may: ['text'], atLeast: 0 },
  table: { may: ['tableRow'], atLeast: 1 },
  tableRow: { may: ['tableHeader', 'tableCell'], atLeast: 1 },
  tableHeader: { may: inCells, atLeast: 1 },
  tableCell: { may: inCells, atLeast: 1 },
}

const withoutContent = new Set(['text', 'hardBreak', 'rule', 'mention', 'inlineCard'])
const textMarks = new Set(['strong', 'em', 'strike', 'underline', 'code', 'link', 'subsup', 'textColor'])
const members = new Set(['type', 'content', 'attrs', 'marks', 'text'])
const charactersAtMost = 32_767

interface Node {
  type?: unknown
  version?: unknown
  content?: unknown
  attrs?: Record<string, unknown>
  marks?: unknown
  text?: unknown
}

/** Returns the problems of a document; an empty list means that Jira would accept it. */
export function adfProblems(document: unknown): string[] {
  if (!isNode(document) || document.type !== 'doc' || document.version !== 1) return ['not a document of version 1']
  const { version: _, ...doc } = document
  const problems = problemsOf(doc)
  if (adfText(document).length > charactersAtMost) problems.push('it has more than 32,767 characters')
  return problems
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

function problemsOf(node: Node): string[] {
  const type = String(node.type)
  const problems = Object.keys(node)
    .filter((member) => !members.has(member))
    .map((member) => `${type} has a ${member}`)
  if (type === 'text') problems.push(...textProblems(node))
  else if (node.marks !== undefined || node.text !== undefined) problems.push(`${type} has marks or text`)
  problems.push(...attributeProblems(type, node.attrs))
  if (withoutContent.has(type)) return node.content === undefined ? problems : [...problems, `${type} has content`]
  return [...problems, ...contentProblems(type, node.content)]
}

function contentProblems(type: string, content: unknown): string[] {
  const rule = contentOf[type]
  if (rule === undefined) return [`${type} is not a node type`]
  if (!Array.isArray(content)) return [`${type} has no content`]
  const problems = content.length < rule.atLeast ? [`${type} is empty`] : []
  for (const [index, child] of content.entries()) {
    if (!isNode(child) || !rule.may.includes(String(child.type))) problems.push(`${child?.type} in ${type}`)
    else if (index === 0 && rule.first?.includes(String(child.type)) === false)
      problems.push(`${child.type} begins ${type}`)
    else problems.push(...problemsOf(child))
    if (type === 'codeBlock' && child?.marks !== undefined) problems.push('marks in codeBlock')
    if (type !== 'codeBlock' && /[\n\r]/.test(child?.text ?? '')) problems.push(`a line break in the text of ${type}`)
  }
  return problems
}

function textProblems({ text, marks = [] }: Node): string[] {
  if (typeof text !== 'string' || text === '') return ['text without a character']
  if (!text.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text))
    return ['a character that XML does not allow']
  if (!Array.isArray(marks)) return ['marks that are not a list']
  const types = marks.map(({ type }) => type)
  if (new Set(types).size < types.length) return ['a duplicate mark']
  if (types.includes('code') && types.some((type) => type !== 'code' && type !== 'link'))
    return ['code with other marks']
  return marks.flatMap(({ type, attrs }) => {
    if (!textMarks.has(type)) return [`a mark ${type}`]
    if (type !== 'link') return attrs === undefined ? [] : [`attributes of ${type}`]
    return /^(https?:\/\/|mailto:)/i.test(attrs?.href ?? '') ? [] : [`a link to ${attrs?.href}`]
  })
}

function attributeProblems(type: string, attrs: Record<string, unknown> = {}): string[] {
  const names = Object.keys(attrs).join()
  if (type === 'heading') {
    return names === 'level' && [1, 2, 3, 4, 5, 6].includes(Number(attrs.level)) ? [] : ['heading without a level']
  }
  if (type === 'mention') return typeof attrs.id === 'string' ? [] : ['mention without an id']
  if (type === 'inlineCard') return typeof attrs.url === 'string' ? [] : ['card without an address']
  if (names === '') return []
  if (type === 'orderedList' && names === 'order') {
    return Number.isInteger(attrs.order) && Number(attrs.order) >= 0 ? [] : ['order that is not a number']
  }
  if (type === 'codeBlock' && names === 'language' && typeof attrs.language === 'string') return []
  return [`${type} has the attributes ${names}`]
}

/** Returns the text of a document, one line per block. */
export function adfText(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'text') return String(node.text)
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'inlineCard') return String(node.attrs?.url)
  const texts = (Array.isArray(node.content) ? node.content : []).map(adfText)
  const isInline = node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock'
  return texts.join(isInline ? '' : '\n')
}
