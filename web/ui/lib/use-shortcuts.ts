import { useEffect, useRef } from 'react'

/** A key (`j`, `?`, `Enter`), two in a row (`g r`), or one with ⌘ or Ctrl (`mod+k`). */
export type ShortcutMap = Record<string, (event: KeyboardEvent) => void>

/**
 * Shortcuts of a page. Ignored while somebody types, with a modifier, and while a dialog is open; only those with `mod`
 * work everywhere.
 */
export function useShortcuts(keys: ShortcutMap) {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (mounted.size === 0) document.addEventListener('keydown', onKeyDown)
    mounted.add(current)
    return () => {
      mounted.delete(current)
      if (mounted.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

// Of all parts of the page together: the second key of `g r` is not the `r` of another part.
const mounted = new Set<{ current: ShortcutMap }>()
let first = { key: '', at: 0 }

// Two keys in a row are one command when they come within a second.
const sequenceMs = 1_000

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isModifier(event)) return
  const name = shortcutName(event)
  if (!name.startsWith('mod+') && isTypingOrInDialog(event)) return
  const maps = [...mounted].map(({ current }) => current)
  const begun = event.timeStamp - first.at < sequenceMs ? first.key : ''
  const isFirst = maps.some((map) => Object.keys(map).some((key) => key.startsWith(`${name} `)))
  first = { key: begun === '' && isFirst ? name : '', at: event.timeStamp }
  const wanted = begun === '' ? name : `${begun} ${name}`
  const command = maps.find((map) => map[wanted])?.[wanted]
  if (!command) return
  event.preventDefault()
  command(event)
}

const isModifier = ({ key }: KeyboardEvent) => ['Shift', 'Control', 'Alt', 'Meta'].includes(key)

const shortcutName = (event: KeyboardEvent) =>
  event.metaKey || event.ctrlKey ? `mod+${event.key.toLowerCase()}` : event.key

/** Enter and space belong to the button or link that has the focus. */
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
