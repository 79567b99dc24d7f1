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

/** Escapes text for use between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

/** Builds markup from a template. Escapes values that are not markup themselves. Null renders nothing. */
export const html = (literals: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(String.raw({ raw: literals }, ...values.map(textOf)))

function textOf(part: HtmlValue): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(String(part))
}
