import { useEffect, useState } from 'react'

// Below this a search would answer to every letter of a fast writer.
const pauseMs = 150

/** The text, once it has not changed for a moment. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
