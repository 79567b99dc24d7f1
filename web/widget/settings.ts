export interface WidgetSettings {
  /** The URL below which the instance serves portals, derived from this script's own URL. */
  portals: string
  slug: string
  token: string
  /** An SSO token that identifies the visitor; empty for none. */
  identity: string
  position: 'left' | 'right'
  /** The text of the button; empty: no button is shown and the page opens the panel itself. */
  label: string
  theme: 'light' | 'dark' | null
}

/** Reads the data attributes of the script element. Returns null and warns on the console if one is missing. */
export function readWidgetSettings(script: HTMLScriptElement): WidgetSettings | null {
  const { workspace: slug, token, identity = '', position, label = 'Feedback', theme } = script.dataset
  if (!slug || !token) {
    console.warn('Heed: the script needs data-workspace and data-token.')
    return null
  }
  return {
    portals: new URL('..', script.src).href,
    slug,
    token,
    identity,
    position: position === 'left' ? 'left' : 'right',
    label,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  }
}
