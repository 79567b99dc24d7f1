import tokens from '../../ui/tokens.css?inline'
import type { WidgetOverview } from '../api/types.ts'
import { messages } from '../messages.ts'
import type { WidgetSettings } from '../settings.ts'
import styles from '../styles/widget.css?inline'
import { element } from './element.ts'

/** Where everything of the widget is, apart from the page: neither's styles reach the other. */
export interface WidgetRoot {
  host: HTMLElement
  frame: HTMLElement
  applyAccent(accent: WidgetOverview['accent']): void
}

export function createWidgetRoot({ theme, position }: WidgetSettings): WidgetRoot {
  const host = document.createElement('heed-widget')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(scopeStyles(tokens) + scopeStyles(styles))
  shadow.adoptedStyleSheets = [sheet]
  const frame = element('section', {
    class: 'heed',
    'aria-label': messages.region,
    'data-position': position,
    ...(theme && { 'data-theme': theme }),
  })
  shadow.append(frame)
  // Shortcuts of the page are not for what is typed here.
  for (const type of ['keydown', 'keypress', 'keyup']) shadow.addEventListener(type, (event) => event.stopPropagation())
  // Beside the body, which some pages replace as they go from one address to the next.
  document.documentElement.append(host)
  const color: WidgetRoot['applyAccent'] = (accent) => {
    if (accent === null) return
    for (const [ground, shades] of Object.entries(accent)) {
      frame.style.setProperty(`--own-${ground}`, shades.color)
      frame.style.setProperty(`--own-${ground}-on`, shades.on)
    }
  }
  return { host, frame, applyAccent: color }
}

/** Tokens stand on our element, and sizes are in pixels: what a `rem` is, is the page's affair. */
const scopeStyles = (css: string): string =>
  css.replaceAll(':root', '.heed').replaceAll(/(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * 16}px`)
