import { isUuid } from '../platform/ids.ts'
import { invalid, notFound } from '../platform/problems.ts'
import type { Static, TSchema } from '../platform/schemas.ts'
import { compileValidator, isStorable, unstorableMessage, type Validator } from '../platform/validation.ts'

/** What a form sent. Names are those of its fields; a nested member has dots (`submitter.email`). */
export class FormInput {
  readonly #data: FormData

  constructor(data: FormData) {
    this.#data = data
  }

  /** As typed, in the line ends that are stored; empty when the form has no such field. */
  text(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
  }

  /** @throws 404 for what is no id, as for one of something that is not there */
  id(name: string): string {
    const id = this.text(name)
    if (!isUuid(id)) throw notFound()
    return id
  }

  /** Null for a field that was left empty. */
  textOrNull(name: string): string | null {
    return this.text(name).trim() === '' ? null : this.text(name)
  }

  /** Nothing for a field that was left empty. */
  optionalText(name: string): string | undefined {
    return this.textOrNull(name) ?? undefined
  }

  /** Whether a box is ticked. */
  flag(name: string): boolean {
    return this.#data.has(name)
  }

  all(name: string): string[] {
    return this.#data.getAll(name).filter((value) => typeof value === 'string')
  }

  /** NaN when it is no number, which no schema takes. */
  number(name: string): number {
    const text = this.text(name).trim()
    return text === '' ? Number.NaN : Number(text)
  }

  has(name: string): boolean {
    return this.#data.has(name)
  }

  /** What no database keeps is refused before any handler sees it: not all that is looked up has a schema. @throws 400 */
  rejectUnstorable(): void {
    const names = [...new Set(this.#data.keys())].filter((name) => !this.all(name).every(isStorable))
    if (names.length === 0) return
    throw invalid(names.map((name) => ({ path: `/${name.replaceAll('.', '/')}`, message: unstorableMessage })))
  }

  /** For showing it again beside what was wrong with it; what is secret is typed again. */
  values(): Record<string, string | string[]> {
    const names = [...new Set(this.#data.keys())].filter((name) => !/password|code|secret|token/i.test(name))
    return Object.fromEntries(
      names.map((name) => {
        const all = this.all(name)
        return [name, all.length === 1 ? all[0]! : all]
      }),
    )
  }
}

const checks = new WeakMap<TSchema, Validator>()

/** The value, held to the schema that the API has for it. Texts are trimmed. @throws 400 naming each member */
export function validateForm<T extends TSchema>(schema: T, value: unknown): Static<T> {
  let check = checks.get(schema)
  if (check === undefined) {
    check = compileValidator(schema, '')
    checks.set(schema, check)
  }
  const details = check(value)
  if (details.length > 0) throw invalid(details)
  return value as Static<T>
}
