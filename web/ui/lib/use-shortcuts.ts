import { useLayoutEffect, useRef } from 'react'

/** Maps a key (`j`, `?`, `Enter`), a sequence (`g r`), or a key with ⌘ or Ctrl (`mod+k`) to its handler. */
export type ShortcutMap = Record<string, (event: KeyboardEvent) => void>

/**
 * Registers keyboard shortcuts. They're ignored while the person types, with a modifier, and while a dialog is open;
 * only shortcuts with `mod` work everywhere.
 */
export function useShortcuts(keys: ShortcutMap) {
  const current = useRef(keys)
  // Before the browser paints: a key pressed as soon as the page shows must not reach the handlers of the page before.
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    if (mounted.size === 0) document.addEventListener('keydown', onKeyDown)
    mounted.add(current)
    return () => {
      mounted.delete(current)
      if (mounted.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

// Shared by all components of the page, so that the second key of `g r` isn't taken for another component's `r`.
const mounted = new Set<{ current: ShortcutMap }>()
let first = { key: '', at: 0 }

// Two keys form a sequence if they're pressed within a second.
const sequenceMs = 1_000

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isModifier(event)) return
  const name = shortcutName(event)
  if (!name.startsWith('mod+') && isTypingOrInDialog(event)) return
  const maps = [...mounted].map(({ current }) => current)
  const prefix = event.timeStamp - first.at < sequenceMs ? first.key : ''
  const startsSequence = maps.some((map) => Object.keys(map).some((key) => key.startsWith(`${name} `)))
  first = { key: prefix === '' && startsSequence ? name : '', at: event.timeStamp }
  const shortcut = prefix === '' ? name : `${prefix} ${name}`
  const handler = maps.find((map) => map[shortcut])?.[shortcut]
  if (!handler) return
  event.preventDefault()
  handler(event)
}

const isModifier = ({ key }: KeyboardEvent) => ['Shift', 'Control', 'Alt', 'Meta'].includes(key)

const shortcutName = (event: KeyboardEvent) =>
  event.metaKey || event.ctrlKey ? `mod+${event.key.toLowerCase()}` : event.key

/** Also true for Enter and space on a focused control, which handles them itself. */
function isTypingOrInDialog(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  return (
    event.altKey ||
    target.isContentEditable ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]') ||
    (['Enter', ' '].includes(event.key) && target.matches('a, button, input, summary')) ||
    document.querySelector('dialog[open], [popover]:popover-open') !== null
  )
}
