type Attribute = string | boolean | null | ((event: never) => unknown)
type Child = Node | string | null

/** An element as text and attributes: nothing is ever read as HTML. A function is a listener, by its event's name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value as EventListener)
    else if (value === true) made.setAttribute(key, '')
    else if (typeof value === 'string') made.setAttribute(key, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

const svg = 'http://www.w3.org/2000/svg'

/** A drawing on a square of 20. */
export function icon(path: string, classes = 'icon'): SVGSVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  const attributes = { viewBox: '0 0 20 20', width: '20', height: '20', class: classes, 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value)
  const line = document.createElementNS(svg, 'path')
  line.setAttribute('d', path)
  drawing.append(line)
  return drawing
}

/** A link that leaves the page where it is. */
export const externalLink = (
  href: string,
  attributes: Record<string, Attribute>,
  ...children: Child[]
): HTMLAnchorElement => element('a', { href, target: '_blank', rel: 'noopener', ...attributes }, ...children)
