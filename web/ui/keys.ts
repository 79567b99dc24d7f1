import { useEffect, useRef } from 'react'

/** A key (`j`, `?`, `Enter`), two in a row (`g r`), or one with ⌘ or Ctrl (`mod+k`). */
export type KeyMap = Record<string, (event: KeyboardEvent) => void>

// Two keys in a row are one command when they come within a second.
const sequenceMs = 1_000

/**
 * Shortcuts of a page. Ignored while somebody types, with a modifier, and while a dialog is open; only those with `mod`
 * work everywhere.
 */
export function useKeys(keys: KeyMap) {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    let before = { key: '', at: 0 }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const name = nameOf(event)
      const sequence = event.timeStamp - before.at < sequenceMs ? `${before.key} ${name}` : ''
      const command = current.current[sequence] ?? current.current[name]
      before = { key: name, at: event.timeStamp }
      if (!command || (!name.startsWith('mod+') && isElsewhere(event))) return
      event.preventDefault()
      command(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const nameOf = (event: KeyboardEvent) => (event.metaKey || event.ctrlKey ? `mod+${event.key.toLowerCase()}` : event.key)

/** Enter and space belong to the button or link that has the focus. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  return (
    event.altKey ||
    target.isContentEditable ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]') ||
    (['Enter', ' '].includes(event.key) && target.matches('a, button, input, summary')) ||
    document.querySelector('dialog[open], [popover]:popover-open') !== null
  )
}
