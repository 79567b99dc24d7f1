import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react'
import { lazyWithRetry } from './lazy-with-retry.ts'

// What a person does before they can open anything: also on a touch screen, by keyboard, and by going back.
const uses = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'popstate']

/** Resolves when the person first uses the page. */
const firstUse: Promise<void> =
  typeof window === 'undefined'
    ? Promise.resolve()
    : new Promise((resolve) => {
        const end = new AbortController()
        const use = () => {
          end.abort()
          resolve()
        }
        for (const type of uses)
          window.addEventListener(type, use, { capture: true, passive: true, signal: end.signal })
      })

/** The button that was used before what it opens had loaded. */
let waiting: HTMLElement | null = null

const targetOf = (button: HTMLElement): string | null =>
  button.getAttribute('commandfor') ?? button.getAttribute('popovertarget')

if (typeof window !== 'undefined') {
  window.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[commandfor], [popovertarget]') : null
      const id = button && targetOf(button)
      waiting = id && !document.getElementById(id) ? button : null
    },
    { capture: true },
  )
}

/** Opens what a button could not open yet. Rendered beside what has loaded. */
function Loaded({ onLoad }: { onLoad: (isLoaded: true) => void }): null {
  useEffect(() => {
    onLoad(true)
    const id = waiting && targetOf(waiting)
    if (id && document.getElementById(id)) waiting?.click()
  }, [onLoad])
  return null
}

/**
 * Returns a component whose script is loaded when the page is first used and not with the page, such as a dialog.
 * The server renders it, so that it opens without script, and before its script has loaded. A button that opens it by
 * `commandfor` or `popovertarget` can be used at any time: if it was used too early, the component opens when it has loaded.
 */
export function loadOnUse<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    await firstUse
    loaded = await load()
    return loaded
  }
  const Lazy = lazyWithRetry(loadOnce) as ComponentType<Props>
  // Rendering it tries again if this fails.
  if (typeof window !== 'undefined') loadOnce().catch(() => {})
  return (props: Props) => {
    // A lazy component shows nothing at first, even if it has loaded. Changing to another one would lose its state.
    const [Part] = useState(() => loaded ?? Lazy)
    const [firstProps] = useState(props)
    const [isLoaded, setLoaded] = useState(false)
    // Other props would discard what the server rendered, and with it what is being typed there.
    const shown = isLoaded ? props : firstProps
    return useMemo(
      () => (
        <Suspense>
          <Part {...shown} />
          <Loaded onLoad={setLoaded} />
        </Suspense>
      ),
      [Part, shown],
    )
  }
}
