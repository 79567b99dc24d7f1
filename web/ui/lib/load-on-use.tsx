import { type ComponentType, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withLatestFunctions } from './latest-functions.ts'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { useHydrated } from './use-hydrated.ts'

// The events that precede any use of the page, including on a touch screen, by keyboard and by going back.
const uses = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'popstate']

let resolveFirstUse = () => {}

/** Resolves at the first use of the page or call of `loadBeforeUse`; on the server, immediately. */
const firstUse = new Promise<void>((resolve) => {
  resolveFirstUse = resolve
})

/** Loads the scripts of all `loadOnUse` components now, before the person needs the network for something else. */
export const loadBeforeUse = (): void => resolveFirstUse()

/** The button that was pressed before its target had loaded. */
let waiting: HTMLElement | null = null

const targetOf = (button: HTMLElement): string | null =>
  button.getAttribute('commandfor') ?? button.getAttribute('popovertarget')

if (typeof window === 'undefined') loadBeforeUse()
else {
  for (const type of uses) window.addEventListener(type, loadBeforeUse, { capture: true, passive: true, once: true })
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

/** Opens the target of the waiting button. Rendered next to the loaded component. */
function Loaded({ onLoad }: { onLoad: (isLoaded: true) => void }): null {
  useEffect(() => {
    onLoad(true)
    const id = waiting && targetOf(waiting)
    if (id && document.getElementById(id)) waiting?.click()
  }, [onLoad])
  return null
}

/**
 * Returns a component, such as a dialog, whose script is loaded when the page is first used, or when
 * `loadBeforeUse` is called, instead of with the page.
 * The server renders the component, so that it opens without JavaScript, and before its script has loaded. A button
 * that opens it with `commandfor` or `popovertarget` can be pressed at any time: if it is pressed too early, the
 * component opens when it has loaded.
 */
export function loadOnUse<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    await firstUse
    loaded = await load()
    return loaded
  }
  const Lazy = lazyWithRetry(loadOnce) as ComponentType<Props>
  // If this fails, rendering the component tries again.
  if (typeof window !== 'undefined') loadOnce().catch(() => {})
  return (props: Props) => {
    // A lazy component first renders nothing, even if it has loaded. Switching to another component would lose its
    // state.
    const [Part] = useState(() => loaded ?? Lazy)
    const latest = useRef(props)
    useLayoutEffect(() => {
      latest.current = props
    })
    const [firstProps] = useState(() => withLatestFunctions(props, latest))
    // A page that opens in the browser has no server-rendered content.
    const isHydrated = useHydrated()
    const [isLoaded, setLoaded] = useState(isHydrated && loaded !== undefined)
    // Other props would discard the server-rendered content, including what people are typing there.
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
