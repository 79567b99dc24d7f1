import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type ESTree, type Plugin, parseAst } from 'vite'

/**
 * Compiles the messages of every `defineMessages({ … })` to plain functions, so that the scripts of a page contain no ICU
 * parser.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: /\bdefineMessages\(/ },
      handler: (source, id) => (id.endsWith('i18n/messages.ts') ? null : { code: compileModule(source), map: null }),
    },
  }
}

/** A part of the source, by position, and what replaces it. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Compiles the source of a module. The arguments of its calls of `defineMessages` must be literals. */
export function compileModule(source: string): string {
  const edits = [...listNodes(parseAst(source, { lang: 'ts' }))].flatMap((node): Edit[] => {
    if (node.type === 'ImportDeclaration' && node.source.value === '#i18n/messages.ts')
      return [{ ...rangeOf(node), text: "import { number, plural, select } from '#i18n/compiled-messages.ts'" }]
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'defineMessages')
      return []
    const [catalog] = node.arguments
    return catalog ? [{ ...rangeOf(node), text: `(${compileValue(catalog, source)})` }] : []
  })
  return edits.reverse().reduce((code, { start, end, text }) => code.slice(0, start) + text + code.slice(end), source)
}

const rangeOf = ({ start, end }: { start: number; end: number }) => ({ start, end })

/** Yields a node and everything in it, in the order of the source. */
function* listNodes(node: unknown): Generator<ESTree.Node> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) yield node as ESTree.Node
  for (const child of Object.values(node)) yield* listNodes(child)
}

/** Returns an expression for a catalog or for one of its texts. */
function compileValue(node: ESTree.Node, source: string): string {
  if (node.type === 'TSSatisfiesExpression') return compileValue(node.expression, source)
  // The catalog of another module, which is compiled there.
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'ObjectExpression') return compileText(textOf(node))
  const members = node.properties.map((property) => {
    if (property.type === 'SpreadElement' && property.argument.type === 'Identifier')
      return `...${property.argument.name}`
    if (property.type !== 'Property' || property.computed) throw new Error('A catalog must have plain keys.')
    return `${source.slice(property.key.start, property.key.end)}: ${compileValue(property.value, source)}`
  })
  return `{ ${members.join(', ')} }`
}

/** Returns the text of a literal, which may be joined from several. */
function textOf(node: ESTree.Node): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? ''
  if (node.type === 'BinaryExpression' && node.operator === '+') return textOf(node.left) + textOf(node.right)
  throw new Error(`A message must be a literal, not a ${node.type}.`)
}

const compileText = (text: string): string =>
  text.includes('{') ? `(v) => ${compileElements(parse(text, { ignoreTag: true }), null)}` : JSON.stringify(text)

/** Returns an expression. @param counted the expression of the number that `#` stands for */
const compileElements = (elements: MessageFormatElement[], counted: string | null): string =>
  ["''", ...elements.map((element) => compileElement(element, counted))].join(' + ')

function compileElement(element: MessageFormatElement, counted: string | null): string {
  if (element.type === TYPE.literal) return JSON.stringify(element.value)
  if (element.type === TYPE.pound) return `number(${counted})`
  if (element.type === TYPE.tag) throw new Error('A message cannot contain a tag.')
  const isPlain = !('style' in element && element.style) && !('offset' in element && element.offset)
  const isOrdinal = 'pluralType' in element && element.pluralType === 'ordinal'
  const value = `v[${JSON.stringify(element.value)}]`
  switch (isPlain && !isOrdinal ? element.type : null) {
    case TYPE.argument:
      return value
    case TYPE.number:
      return `number(${value})`
    case TYPE.plural:
      return `plural(${value}, ${compileOptions(optionsOf(element), value)})`
    case TYPE.select:
      return `select(${value}, ${compileOptions(optionsOf(element), counted)})`
    default:
      throw new Error(`The argument ${element.value} has a format that is not supported in scripts.`)
  }
}

type Options = Record<string, { value: MessageFormatElement[] }>

const optionsOf = (element: MessageFormatElement): Options => ('options' in element ? element.options : {})

function compileOptions(options: Options, counted: string | null): string {
  const members = Object.entries(options).map(
    ([key, { value }]) => `${JSON.stringify(key)}: ${compileElements(value, counted)}`,
  )
  return `{ ${members.join(', ')} }`
}
