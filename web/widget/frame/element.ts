import { messages } from '../messages.ts'

type Attribute = string | boolean | null | ((event: never) => unknown)
type Child = Node | string | null

/** Creates an element; nothing is parsed as HTML. A function as attribute value is a listener for the event of that name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(key, value as EventListener)
    else if (value === true) created.setAttribute(key, '')
    else if (typeof value === 'string') created.setAttribute(key, value)
  }
  created.append(...children.filter((child) => child !== null))
  return created
}

/** Tells screen readers that a link opens in a new tab. */
export const newTabNote = (): HTMLElement => element('span', { class: 'hidden' }, `, ${messages.newTab}`)

const svg = 'http://www.w3.org/2000/svg'

/** Creates an icon from a path on a grid of 20 by 20. */
export function icon(path: string, classes = 'icon'): SVGSVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  const attributes = { viewBox: '0 0 20 20', width: '20', height: '20', class: classes, 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value)
  const line = document.createElementNS(svg, 'path')
  line.setAttribute('d', path)
  drawing.append(line)
  return drawing
}

/** Creates a link that opens in a new tab. */
export const externalLink = (
  href: string,
  attributes: Record<string, Attribute>,
  ...children: Child[]
): HTMLAnchorElement => element('a', { href, target: '_blank', rel: 'noopener', ...attributes }, ...children)
