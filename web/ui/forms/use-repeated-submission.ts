import { type SubmitEvent, useEffect, useRef } from 'react'

// Longer than a double click. The router may report that a submission is pending only after the second click.
const repeatMs = 1_000

/**
 * Returns a function that tells whether a submission repeats the pending one, as a double click does. The router would
 * cancel the first submission only in the browser, and the server would perform both. A submission with different
 * content is not a repetition.
 * @param submission the pending submission of the form
 */
export function useRepeatedSubmission(submission: FormData | undefined) {
  const last = useRef<[content: string, at: number]>(undefined)
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
