import { useSyncExternalStore } from 'react'
import type { NoticeTone } from './notice.tsx'

/** What was done, in a line. `undo` is a form that takes it back. */
export interface Flash {
  text: string
  tone?: NoticeTone
  undo?: { intent: string; fields?: Record<string, string>; action?: string; text?: string }
}

let announced: Flash[] = []
const listeners = new Set<() => void>()
const nothing: Flash[] = []

/** Says something in the toast region from the browser: from a handler or an effect, never while rendering. */
export function announce(flash: Flash) {
  // Twice the same says no more than once, unless each can be undone. More than three at once are not read.
  const others = announced.filter(({ text, undo }) => undo || flash.undo || text !== flash.text)
  change([...others, flash].slice(-3))
}

export const withdraw = (flash: Flash) => change(announced.filter((other) => other !== flash))

export const useAnnounced = (): Flash[] =>
  useSyncExternalStore(
    subscribe,
    () => announced,
    () => nothing,
  )

function change(next: Flash[]) {
  announced = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
