import { useSyncExternalStore } from 'react'
import type { NoticeTone } from './notice.tsx'

/** A one-line message about what was done. `undo` is a form that reverses it. */
export interface Flash {
  text: string
  tone?: NoticeTone
  undo?: { intent: string; fields?: Record<string, string>; action?: string; text?: string }
}

let toasts: Flash[] = []
const listeners = new Set<() => void>()
const noToasts: Flash[] = []

/** Shows a toast. Call it from a handler or an effect, never while rendering. */
export function showToast(flash: Flash) {
  // Repeated texts are shown once, unless each can be undone. More than three toasts at once aren't read.
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
