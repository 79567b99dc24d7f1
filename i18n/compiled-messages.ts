import { locale } from './locale.ts'

// What messages compiled by web/compile-messages.ts call.

const rules = /* @__PURE__ */ new Intl.PluralRules(locale)
const numbers = /* @__PURE__ */ new Intl.NumberFormat(locale)

type Options = Record<string, string>

export const number = (value: number): string => numbers.format(value)

export const plural = (value: number, options: Options): string | undefined =>
  options[`=${value}`] ?? options[rules.select(value)] ?? options.other

export const select = (value: string, options: Options): string | undefined => options[value] ?? options.other
