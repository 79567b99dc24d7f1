import { useEffect, useState, useSyncExternalStore } from 'react'

/** False on the server and in the first rendering in the browser, which has to be the same. */
export const useHasScript = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
const never = () => () => {}

// Below this a search would answer to every letter of a fast writer.
const pauseMs = 150

/** The text, once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
