import { useSyncExternalStore } from 'react'
import type { NoticeTone } from './notice.tsx'

/** What was done, in a line. `undo` is a form that takes it back. */
export interface Flash {
  text: string
  tone?: NoticeTone
  undo?: { intent: string; fields?: Record<string, string>; action?: string; text?: string }
}

let toasts: Flash[] = []
const listeners = new Set<() => void>()
const noToasts: Flash[] = []

/** Says something in the toast region from the browser: from a handler or an effect, never while rendering. */
export function showToast(flash: Flash) {
  // Twice the same says no more than once, unless each can be undone. More than three at once are not read.
  const others = toasts.filter(({ text, undo }) => undo || flash.undo || text !== flash.text)
  change([...others, flash].slice(-3))
}

export const dismissToast = (flash: Flash) => change(toasts.filter((other) => other !== flash))

export const useToasts = (): Flash[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  )

function change(next: Flash[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
