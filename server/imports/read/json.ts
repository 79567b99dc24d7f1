import { invalidState } from '../../platform/problems.ts'
import { type Encoding, readText } from './encoding.ts'
import { normalizeName, type Row, type Table } from './row.ts'

/** The longest element of an array, in characters. */
const maxElementCharacters = 4_000_000
// Deep enough for threads of replies, and far below the limit of the stack.
const maxFlattenedDepth = 3

/** The text of one object of a JSON file, with the key of the array that contains it. */
interface Element {
  /** Empty for an array at the top, and for lines of NDJSON. */
  array: string
  line: number
  text: string
}

/**
 * Opens a JSON file as tables: an array of objects, an object with arrays of objects, or one object per line. Reads the
 * whole file once, so that a truncated or invalid file is refused before anything is written.
 * @throws 400
 */
export async function openJson(path: string, file: string, encoding: Encoding): Promise<Table[]> {
  const isLines = await looksLikeLines(path, encoding)
  const names: string[] = []
  const columns = new Map<string, Map<string, string>>()
  for await (const { array, text, line } of readElements(path, encoding, isLines)) {
    let known = columns.get(array)
    if (known === undefined) {
      names.push(array)
      known = new Map()
      columns.set(array, known)
    }
    // The first rows are enough to recognize a product, but the whole file has to be checked.
    const values = parseElement(text, file, line)
    if (known.size < 200) for (const [key, name] of flattenedNames(values)) known.set(key, name)
  }
  if (names.length === 0) throw invalidState(`${file} contains no array of objects.`)
  const base = file.replace(/\.[a-z]+$/i, '')
  return names.map((array) => ({
    file,
    // `data` is the usual key of an API's list, so it does not name the table.
    name: array === '' || array === 'data' ? base : array,
    columns: columns.get(array)!,
    rows: () => readRows(path, encoding, isLines, array, file),
  }))
}

async function* readRows(
  path: string,
  encoding: Encoding,
  isLines: boolean,
  array: string,
  file: string,
): AsyncGenerator<Row> {
  for await (const element of readElements(path, encoding, isLines)) {
    if (element.array !== array) continue
    const value = parseElement(element.text, file, element.line)
    if (isObject(value)) yield { line: element.line, values: flatten(value) }
    else yield { line: element.line, values: {}, error: 'is not an object' }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseElement(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the file.
    throw invalidState(`${file} is not valid JSON: see line ${line}.`)
  }
}

/** Flattens nested objects: `author.email` becomes `authoremail`. Keeps arrays. */
export function flatten(value: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  const visit = (object: Record<string, unknown>, prefix: string, depth: number) => {
    for (const name in object) {
      const member = object[name]
      const key = prefix + normalizeName(name)
      if (isObject(member) && depth < maxFlattenedDepth) visit(member, key, depth + 1)
      else if (values[key] === undefined) values[key] = member
    }
  }
  visit(value, '', 0)
  return values
}

function flattenedNames(value: unknown, prefix = '', depth = 0): [string, string][] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]): [string, string][] =>
    isObject(member) && depth < maxFlattenedDepth
      ? flattenedNames(member, `${prefix}${name}.`, depth + 1)
      : [[normalizeName(prefix + name), prefix + name]],
  )
}

/** Returns whether a file has one object per line: its first line is a whole object, and another one follows. */
async function looksLikeLines(path: string, encoding: Encoding): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(path)) return true
  let text = ''
  for await (const chunk of readText(path, encoding)) {
    text = (text + chunk).trimStart()
    if (text !== '' && text[0] !== '{') return false
    const end = text.indexOf('\n')
    if (end >= 0 && text.slice(end).trim() !== '')
      return isWholeObject(text.slice(0, end)) && /\n\s*\{/.test(text.slice(end))
    if (text.length > maxElementCharacters) return false
  }
  return false
}

function isWholeObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    // The file does not have one object per line.
    return false
  }
}

async function* readElements(path: string, encoding: Encoding, isLines: boolean): AsyncGenerator<Element> {
  yield* isLines ? splitLines(readText(path, encoding)) : splitArrays(readText(path, encoding))
}

async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<Element> {
  let rest = ''
  let line = 1
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    if (rest.length > maxElementCharacters) throw tooLong(line)
    for (const each of lines) {
      if (each.trim() !== '') yield { array: '', line, text: each }
      line += 1
    }
  }
  if (rest.trim() !== '') yield { array: '', line, text: rest }
}

const tooLong = (line: number) =>
  invalidState(`The object in line ${line} has more than ${maxElementCharacters.toLocaleString('en')} characters.`)

/**
 * Finds the elements of the arrays of a JSON file without parsing them, by strings and brackets only. The file may be
 * larger than memory, so `JSON.parse` gets one element at a time.
 */
async function* splitArrays(texts: AsyncIterable<string>): AsyncGenerator<Element> {
  const splitter = new ArraySplitter()
  for await (const text of texts) yield* splitter.add(text)
  splitter.end()
}

class ArraySplitter {
  #depth = 0
  #isString = false
  #isEscaped = false
  #line = 1
  /** The depth of the elements: 1 within an array at the top, 2 within arrays of an object; 0 outside of arrays. */
  #elementDepth = 0
  #root = ''
  #array = ''
  /** The last string at the top level of an object, which is a key if a bracket follows. */
  #key = ''
  #element = ''
  #elementLine = 0
  #isInElement = false
  #hasEnded = false

  /** Adds a piece of the file. @returns the elements that end in it */
  add(text: string): Element[] {
    const elements: Element[] = []
    let start = this.#isInElement || this.#isString ? 0 : -1
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 10) this.#line += 1
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === 92) this.#isEscaped = true
        else if (code === 34) {
          this.#isString = false
          if (!this.#isInElement) {
            this.#key += text.slice(start, index)
            start = -1
          }
        }
        continue
      }
      if (code === 34) {
        this.#isString = true
        if (!this.#isInElement) {
          if (this.#depth === 0) throw notJson(this.#line)
          this.#key = ''
          start = index + 1
        }
      } else if (code === 123 || code === 91) {
        if (this.#open(code)) start = index
      } else if (code === 125 || code === 93) {
        const closed = this.#close(text, start, index)
        if (closed !== null) {
          elements.push(closed)
          start = -1
        }
      } else if (this.#depth === 0 && code > 32) throw notJson(this.#line)
    }
    if (this.#isInElement) {
      this.#element += text.slice(start)
      if (this.#element.length > maxElementCharacters) throw tooLong(this.#elementLine)
    } else if (this.#isString) this.#key += text.slice(start)
    return elements
  }

  /** @returns whether an element begins here. */
  #open(code: number): boolean {
    if (this.#hasEnded) throw notJson(this.#line)
    this.#depth += 1
    if (this.#depth === 1) {
      this.#root = code === 91 ? '[' : '{'
      if (code === 91) this.#elementDepth = 1
      return false
    }
    if (this.#elementDepth === 0) {
      if (this.#root === '{' && this.#depth === 2 && code === 91) {
        this.#elementDepth = 2
        this.#array = this.#key
      }
      return false
    }
    if (this.#isInElement || this.#depth !== this.#elementDepth + 1 || code !== 123) return false
    this.#isInElement = true
    this.#element = ''
    this.#elementLine = this.#line
    return true
  }

  #close(text: string, start: number, index: number): Element | null {
    this.#depth -= 1
    if (this.#depth < 0) throw notJson(this.#line)
    if (this.#depth === 0) this.#hasEnded = true
    if (this.#isInElement && this.#depth === this.#elementDepth) {
      this.#isInElement = false
      const element = this.#element + text.slice(start, index + 1)
      this.#element = ''
      return { array: this.#array, line: this.#elementLine, text: element }
    }
    if (this.#depth < this.#elementDepth) this.#elementDepth = 0
    return null
  }

  end(): void {
    if (!this.#hasEnded) throw invalidState('This JSON file is incomplete. Export it again.')
  }
}

const notJson = (line: number) => invalidState(`This is not a JSON file: see line ${line}.`)
