import { useEffect, useState } from 'react'
import { useHref } from 'react-router'

interface DebouncedPostState<T> {
  /** To what was asked last; undefined until something was. */
  answer: T | undefined
  isFailed: boolean
  isAsking: boolean
}

/**
 * Asks the server about what is being typed, once it has not changed for a while. By `fetch`, because what is sent by the
 * router makes every page part load again.
 * @param fields null when there is nothing to ask.
 * @param isAnswer tells an answer from a refusal, or from the sign-in page.
 */
export function useDebouncedPost<T>(
  to: string,
  fields: Record<string, string> | null,
  { pauseMs, isAnswer }: { pauseMs: number; isAnswer: (body: unknown) => body is T },
): DebouncedPostState<T> {
  const address = useHref(to)
  const question = fields && new URLSearchParams(fields).toString()
  const [last, setLast] = useState<{ question: string; answer: T | undefined; isFailed: boolean }>()
  useEffect(() => {
    if (question === null) return
    const gone = new AbortController()
    const ask = async () => {
      const body = await postForm(address, question, gone.signal)
      if (gone.signal.aborted) return
      setLast((before) =>
        isAnswer(body)
          ? { question, answer: body, isFailed: false }
          : { question, answer: before?.answer, isFailed: true },
      )
    }
    const timer = setTimeout(ask, pauseMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [address, question, pauseMs, isAnswer])
  const isAsking = question !== null && last?.question !== question
  return { answer: last?.answer, isFailed: !isAsking && last?.isFailed === true, isAsking }
}

/** Null when nothing came, or something else than an answer. */
async function postForm(address: string, body: string, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  try {
    return await (await fetch(address, { method: 'POST', body, headers, signal })).json()
  } catch {
    return null
  }
}
