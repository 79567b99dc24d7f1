import { type ComponentType, lazy } from 'react'

/** Resolves when the person uses the page again, or the connection is back. */
const nextUse = () =>
  new Promise<void>((resolve) => {
    const end = new AbortController()
    const options = { capture: true, passive: true, signal: end.signal }
    const use = () => {
      end.abort()
      resolve()
    }
    for (const type of ['pointerdown', 'keydown', 'focusin']) document.addEventListener(type, use, options)
    window.addEventListener('online', use, options)
  })

/**
 * Returns a component whose script is loaded when it is first rendered. Without the script, as when offline or after an
 * update of Heed, the component is missing: an error would replace the page, and lose what is written on it. Loading is
 * tried again at the next use of the page, in browsers that do not remember the failure.
 */
export const lazyWithRetry = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (;;) {
      try {
        return { default: await load() }
      } catch (error) {
        if (typeof document === 'undefined') throw error
        await nextUse()
      }
    }
  })
