import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

// Longer than a double click. The router may report that a submission is pending only after the second click.
const repeatMs = 1_000

/**
 * Returns a function that tells whether a submission repeats the pending one, as a double click does. The router would
 * cancel the first submission only in the browser, and the server would perform both. A submission with different
 * content is not a repetition.
 * @param submission the pending submission of the form
 * @param result the latest result of the action. On a slow device, React may never render the pending submission; a new
 *   result or location then shows that it has ended.
 */
export function useRepeatedSubmission(submission: FormData | undefined, result: unknown) {
  const { key } = useLocation()
  const last = useRef<[content: string, at: number]>(undefined)
  // Before the browser paints the failure, because a click may follow at once.
  useLayoutEffect(() => {
    last.current = undefined
  }, [result, key])
  useEffect(() => {
    if (!submission) return
    return () => {
      last.current = undefined
    }
  }, [submission])
  return ({ currentTarget, nativeEvent, timeStamp }: SubmitEvent<HTMLFormElement>): boolean => {
    const { submitter } = nativeEvent as globalThis.SubmitEvent
    const content = JSON.stringify([...new FormData(currentTarget, submitter)])
    const [previous, at = 0] = last.current ?? []
    if (previous === content && (submission || timeStamp - at < repeatMs)) return true
    last.current = [content, timeStamp]
    return false
  }
}
