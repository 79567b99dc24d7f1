import { type ComponentType, lazy } from 'react'

const uses = ['pointermove', 'pointerdown', 'touchstart', 'focusin', 'keydown'] as const

/** Resolves when the person first uses the page; on the server at once. */
const firstUse = new Promise<unknown>((resolve) => {
  if (typeof document === 'undefined') resolve(null)
  else for (const type of uses) document.addEventListener(type, resolve, { once: true, capture: true, passive: true })
})

/**
 * Returns a component whose script is loaded when the person first uses the page. The server renders it, so what works
 * without script is on the page before.
 */
export const lazyOnUse = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => firstUse.then(load).then((component) => ({ default: component })))
