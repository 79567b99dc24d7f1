import { useEffect, useState } from 'react'

// With a shorter delay, fast typing would search after every letter.
const delayMs = 150

/** Returns the text after it hasn't changed for 150 ms. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
