import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import { locale } from './locale.ts'
import type { ArgumentsOf } from './message-arguments.ts'

/** The texts of one area of a surface: plain strings, ICU messages and groups of either. */
export interface Catalog {
  readonly [key: string]: string | Catalog
}

/** A catalog as its callers see it: a message with arguments is a function, every other text a string. */
export type Messages<C extends Catalog> = {
  readonly [K in keyof C]: C[K] extends string
    ? string extends C[K]
      ? string
      : C[K] extends `${string}{${string}`
        ? (values: ArgumentsOf<C[K]>) => string
        : C[K]
    : C[K] extends Catalog
      ? Messages<C[K]>
      : never
}

/**
 * Prepares the texts of one area for use. Text with braces is an ICU message, such as
 * `{count, plural, one {# vote} other {# votes}}`, and becomes a function of its arguments, whose names and types the
 * compiler reads from the message. Text without braces stays a string. Messages are parsed when they are first used.
 *
 * @throws SyntaxError, at the first use, for a malformed message; `i18n/catalogs.test.ts` formats every message once.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineMessages<const C extends Catalog>(catalog: C): Messages<C> {
  const prepared = Object.entries(catalog).map(([key, text]) => [
    key,
    typeof text !== 'string' ? defineMessages(text) : text.includes('{') ? formatter(text) : text,
  ])
  return Object.fromEntries(prepared)
}

function formatter(text: string): (values: Record<string, string | number>) => string {
  let message: IntlMessageFormat | undefined
  return (values) => {
    // Angle brackets are text: no message holds markup.
    message ??= new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters })
    return String(message.format(values))
  }
}

const numbers = /* @__PURE__ */ new Intl.NumberFormat(locale)
const cardinals = /* @__PURE__ */ new Intl.PluralRules(locale)
const ordinals = /* @__PURE__ */ new Intl.PluralRules(locale, { type: 'ordinal' })

/**
 * Shares the formatters of numbers and plurals. The library's own cache looks them up by a JSON text of their options,
 * which takes longer than to format a number.
 */
const formatters: Formatters = {
  getNumberFormat: (_, options) => (options === undefined ? numbers : new Intl.NumberFormat(locale, options)),
  getPluralRules: (_, options) => (options?.type === 'ordinal' ? ordinals : cardinals),
  getDateTimeFormat: (_, options) => new Intl.DateTimeFormat(locale, options),
}
