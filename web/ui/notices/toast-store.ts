import { useSyncExternalStore } from 'react'
import type { NoticeTone } from './notice.tsx'

/** A one-line message about what was done. `undo` is a form that reverses it. */
export interface Toast {
  text: string
  tone?: NoticeTone
  undo?: ToastForm
  /** Another form, such as one that takes back a part of what was done. */
  secondary?: ToastForm & { text: string }
}

export interface ToastForm {
  intent: string
  fields?: Record<string, string>
  action?: string
  text?: string
}

let toasts: Toast[] = []
const listeners = new Set<() => void>()
const noToasts: Toast[] = []

/** Shows a toast. Call it from a handler or an effect, never while rendering. */
export function showToast(toast: Toast) {
  // Repeated texts are shown once, unless each can be undone. More than three toasts at once aren't read.
  const others = toasts.filter(({ text, undo }) => undo || toast.undo || text !== toast.text)
  change([...others, toast].slice(-3))
}

export const dismissToast = (toast: Toast) => change(toasts.filter((other) => other !== toast))

export const useToasts = (): Toast[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  )

function change(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
