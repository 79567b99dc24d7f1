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

// More toasts at once aren't read.
const maxShown = 3

let toasts: Toast[] = []
let count = 0
const keys = new WeakMap<Toast, number>()
const listeners = new Set<() => void>()
const noToasts: Toast[] = []

/** Shows a toast. Call it from a handler or an effect, never while rendering. */
export function showToast(toast: Toast) {
  count += 1
  keys.set(toast, count)
  // Repeated texts are shown once, unless each can be undone.
  const others = toasts.filter(({ text, undo }) => undo || toast.undo || text !== toast.text)
  change([...others, toast])
}

/** Returns what distinguishes a toast from others with the same text. */
export const keyOf = (toast: Toast): number => keys.get(toast)!

/** Returns the latest toasts, errors before others. The rest are shown when these end before them. */
export const selectShown = (all: Toast[]): Toast[] =>
  all.toSorted((a, b) => Number(isError(a)) - Number(isError(b))).slice(-maxShown)

const isError = ({ tone }: Toast): boolean => tone === 'danger'

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
