import { isUuid } from '../platform/ids.ts'
import { invalid, notFound } from '../platform/problems.ts'
import type { Static, TSchema } from '../platform/schemas.ts'
import { createValidator, isStorable, unstorable, type Validator } from '../platform/validation.ts'

/** The submitted fields of a form. The name of a nested field has dots (`submitter.email`). */
export class FormInput {
  readonly #data: FormData

  constructor(data: FormData) {
    this.#data = data
  }

  /** Returns the text with LF line endings; empty if the form does not have the field. */
  text(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
  }

  /** Returns a UUID. @throws 404 for a malformed id, as for an unknown one */
  id(name: string): string {
    const id = this.text(name)
    if (!isUuid(id)) throw notFound()
    return id
  }

  /** Returns null for an empty field. */
  textOrNull(name: string): string | null {
    return this.text(name).trim() === '' ? null : this.text(name)
  }

  /** Returns undefined for an empty field. */
  optionalText(name: string): string | undefined {
    return this.textOrNull(name) ?? undefined
  }

  /** Returns whether a checkbox is checked. */
  flag(name: string): boolean {
    return this.#data.has(name)
  }

  all(name: string): string[] {
    return this.#data.getAll(name).filter((value) => typeof value === 'string')
  }

  /** Returns NaN, which every schema rejects, if the text is not a number. */
  number(name: string): number {
    const text = this.text(name).trim()
    return text === '' ? Number.NaN : Number(text)
  }

  has(name: string): boolean {
    return this.#data.has(name)
  }

  /** Rejects text that PostgreSQL cannot store, before a handler looks it up without a schema. @throws 400 */
  rejectUnstorable(): void {
    const names = [...new Set(this.#data.keys())].filter((name) => !this.all(name).every(isStorable))
    if (names.length === 0) return
    throw invalid(names.map((name) => ({ path: `/${name.replaceAll('.', '/')}`, ...unstorable })))
  }

  /** Returns the values to show again beside the errors, without secrets, which have to be entered again. */
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

/** Validates the value with the schema of the API and trims its texts. @throws 400 naming each field */
export function validateForm<T extends TSchema>(schema: T, value: unknown): Static<T> {
  let check = checks.get(schema)
  if (check === undefined) {
    check = createValidator(schema, '')
    checks.set(schema, check)
  }
  const details = check(value)
  if (details.length > 0) throw invalid(details)
  return value as Static<T>
}
