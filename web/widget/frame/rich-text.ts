import { messages } from '../messages.ts'
import { element, externalLink, newTabNote } from './element.ts'

// The elements that the server's sanitizer allows (server/platform/formats/markdown.ts). Headings start below the
// panel's.
const names: Record<string, string> = { h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' }
const same = 'p ul ol li blockquote pre code hr br em strong s table thead tbody tr th td'
for (const name of same.split(' ')) names[name] = name

const piece = /<(\/?)([a-z]\w*)((?:\s+[a-z]+="[^"]*")*)\s*\/?>|[^<]+|</g
const attribute = /([a-z]+)="([^"]*)"/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const decode = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string)

/**
 * Builds elements from sanitized HTML. Does not use the browser's parser, so nothing in the text can become an
 * element or attribute that is not listed here, and pages that require Trusted Types need no exception.
 */
export function renderRichText(markup: string): HTMLElement {
  const root = element('div', { class: 'prose', dir: 'auto' })
  const open: { name: string; node: HTMLElement }[] = [{ name: '', node: root }]
  for (const [text, slash, name, rest] of markup.matchAll(piece)) {
    const parent = open.at(-1)!
    if (name === undefined) parent.node.append(decode(text))
    else if (slash) {
      if (parent.name === name) close(open.pop()!.node)
    } else {
      const node = create(name, Object.fromEntries(attributesOf(rest!)))
      if (node === null) continue
      parent.node.append(node)
      if (!/^(img|br|hr)$/.test(name)) open.push({ name, node })
    }
  }
  return root
}

const attributesOf = (text: string): [string, string][] =>
  [...text.matchAll(attribute)].map(([, name, value]) => [name!, decode(value!)])

function create(name: string, { href = '', src = '', alt = '', width, height, start, align }: Record<string, string>) {
  if (name === 'a') return /^(https?:|mailto:)/i.test(href) ? externalLink(href, {}) : null
  if (name === 'img')
    return /^https:/i.test(src) ? image(src, alt, { width: numberOf(width), height: numberOf(height) }) : null
  if (!Object.hasOwn(names, name)) return null
  return element(names[name] as 'p', {
    start: name === 'ol' ? numberOf(start) : null,
    align: /^t[hd]$/.test(name) && /^(left|center|right)$/.test(align ?? '') ? align! : null,
  })
}

const numberOf = (text = ''): string | null => (/^\d+$/.test(text) ? text : null)

function close(node: HTMLElement): void {
  if (node.localName === 'a') node.append(newTabNote())
}

/** Creates an image, or a link to it if the page's policy forbids images from its host. */
function image(src: string, alt: string, size: Record<'width' | 'height', string | null>): HTMLElement {
  const replace = () => {
    const text = alt || messages.news.image
    created.replaceWith(created.closest('a') ? text : externalLink(src, {}, text, newTabNote()))
  }
  const created: HTMLElement = element('img', {
    alt,
    // Reserves the space of a cover until it is loaded.
    ...size,
    loading: 'lazy',
    decoding: 'async',
    // The image's host learns nothing about the page.
    referrerpolicy: 'no-referrer',
    error: replace,
    src,
  })
  return created
}
