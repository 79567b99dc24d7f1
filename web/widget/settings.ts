export interface WidgetSettings {
  /** Where the portals of the instance are: the folder of this script's own. */
  portals: string
  slug: string
  token: string
  /** A token that says who is there; empty: nobody. */
  identity: string
  position: 'left' | 'right'
  /** On the button; empty: there is no button, and the page opens the panel itself. */
  label: string
  theme: 'light' | 'dark' | null
}

/** What the page has written on the script's element. @returns null, having told its developer, when something is missing. */
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
