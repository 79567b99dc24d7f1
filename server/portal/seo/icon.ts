import { html } from '../../platform/formats/html.ts'
import type { PortalWorkspace } from '../http/context.ts'
import { createAccent, defaultAccentColor } from '../views/accent.ts'
import { initialOf } from '../views/initial.ts'

/** Renders the icon of a workspace for browser tabs, as SVG: its initial on its color. */
export function renderIcon({ name, accentColor }: Pick<PortalWorkspace, 'name' | 'accentColor'>): string {
  const { color, on } = createAccent(accentColor ?? defaultAccentColor).light
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="${color}"/>
<text x="16" y="22.5" fill="${on}" font-family="Inter, system-ui, sans-serif" font-size="18" font-weight="600" text-anchor="middle">${initialOf({ name, email: null })}</text>
</svg>
`.text
}
