import { readFile } from 'node:fs/promises'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { locale } from '../i18n/locale.ts'
import type { Catalog } from '../i18n/messages.ts'

const importLine = /^import \{ defineMessages \} from '#i18n\/messages\.ts'$/m

/** Compiles every `messages.ts` to plain functions, so that no ICU parser is bundled with the scripts of public pages. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    async load(id) {
      return /[\\/]messages\.ts$/.test(id) ? compileModule(await readFile(id, 'utf8')) : null
    },
  }
}

/** Compiles the source of a module whose exports are catalogs. */
export async function compileModule(source: string): Promise<string> {
  const catalogs: Record<string, Catalog> = await import(toDataUrl(source))
  const names = Object.entries(catalogs).map(([name, catalog]) => `export const ${name} = ${compileCatalog(catalog)}`)
  return `${helpers}\n${names.join('\n')}\n`
}

/** Turns the module into an importable URL; apart from its import line it must be plain JavaScript. */
function toDataUrl(source: string): string {
  const script = source.replace(importLine, 'const defineMessages = (catalog) => catalog')
  return `data:text/javascript,${encodeURIComponent(script)}`
}

const helpers = `const rules = new Intl.PluralRules('${locale}')
const numbers = new Intl.NumberFormat('${locale}')
const number = (value) => numbers.format(value)
const plural = (value, options) => options['=' + value] ?? options[rules.select(value)] ?? options.other
const select = (value, options) => options[value] ?? options.other`

function compileCatalog(catalog: Catalog): string {
  const members = Object.entries(catalog).map(
    ([key, text]) => `${JSON.stringify(key)}: ${typeof text === 'string' ? compileText(text) : compileCatalog(text)}`,
  )
  return `{ ${members.join(', ')} }`
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
  const value = `v[${JSON.stringify(element.value)}]`
  switch (element.type) {
    case TYPE.argument:
      return value
    case TYPE.number:
      return `number(${value})`
    case TYPE.plural:
      return `plural(${value}, ${compileOptions(element.options, value)})`
    case TYPE.select:
      return `select(${value}, ${compileOptions(element.options, counted)})`
    default:
      throw new Error(`The argument ${element.value} has a format that is not supported in scripts of public pages.`)
  }
}

function compileOptions(options: Record<string, { value: MessageFormatElement[] }>, counted: string | null): string {
  const members = Object.entries(options).map(
    ([key, { value }]) => `${JSON.stringify(key)}: ${compileElements(value, counted)}`,
  )
  return `{ ${members.join(', ')} }`
}
