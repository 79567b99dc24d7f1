import tokens from '../../ui/tokens.css?inline'
import type { WidgetOverview } from '../api/types.ts'
import { messages } from '../messages.ts'
import type { WidgetSettings } from '../settings.ts'
import styles from '../styles/widget.css?inline'
import { element } from './element.ts'

/** The shadow root that isolates the styles of the widget and the page from each other. */
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
  // Keeps typing in the widget from triggering the page's keyboard shortcuts.
  for (const type of ['keydown', 'keypress', 'keyup']) shadow.addEventListener(type, (event) => event.stopPropagation())
  // Outside the body, which some pages replace when they navigate.
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

/** Moves the design tokens from :root to our element, and converts rem to pixels, since the page defines the rem. */
const scopeStyles = (css: string): string =>
  css.replaceAll(':root', '.heed').replaceAll(/(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * 16}px`)
