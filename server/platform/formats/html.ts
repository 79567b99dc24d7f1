/** Markup that is safe to send unescaped: built by `html`, or by code that guarantees its safety. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type HtmlValue = Html | string | number | null | readonly HtmlValue[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const special = /[&<>"']/

/** Escapes text for use between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replaceAll(/[&<>"']/g, (character) => entities[character]!) : text

/** Builds markup from a template. Escapes values that are not markup themselves. Null renders nothing. */
export function html(literals: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = literals[0]!
  // A loop, because a page is made of hundreds of templates.
  for (let index = 0; index < values.length; index++) text += textOf(values[index]!) + literals[index + 1]!
  return new Html(text)
}

function textOf(part: HtmlValue): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part !== 'object') return escapeHtml(String(part))
  let text = ''
  for (const each of part) text += textOf(each)
  return text
}
