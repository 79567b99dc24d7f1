import { useEffect, useState } from 'react'
import { useHref } from 'react-router'

interface DebouncedPostState<T> {
  /** The latest result; undefined until the first. */
  result: T | undefined
  isFailed: boolean
  isLoading: boolean
}

/**
 * Posts what is being typed once it has not changed for `pauseMs`. Uses `fetch`, because a submission through the
 * router reloads the data of every route. A request that fails, or that isn’t answered in time, is sent twice more.
 * @param fields null if there is nothing to post.
 * @param isResult tells a result from form errors, or from the sign-in page.
 */
export function useDebouncedPost<T>(
  to: string,
  fields: Record<string, string> | null,
  { pauseMs, isResult }: { pauseMs: number; isResult: (body: unknown) => body is T },
): DebouncedPostState<T> {
  const url = useHref(to)
  const body = fields && new URLSearchParams(fields).toString()
  const [last, setLast] = useState<{ body: string; result: T | undefined; isFailed: boolean }>()
  useEffect(() => {
    if (body === null) return
    const controller = new AbortController()
    const post = async () => {
      const result = await postWithRetries(url, body, controller.signal)
      if (controller.signal.aborted) return
      setLast((before) =>
        isResult(result) ? { body, result, isFailed: false } : { body, result: before?.result, isFailed: true },
      )
    }
    const timer = setTimeout(post, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [url, body, pauseMs, isResult])
  const isLoading = body !== null && last?.body !== body
  return { result: last?.result, isFailed: !isLoading && last?.isFailed === true, isLoading }
}

const retryPausesMs = [500, 2_000]
const timeoutMs = 5_000

async function postWithRetries(url: string, body: string, signal: AbortSignal): Promise<unknown> {
  let result = await postForm(url, body, signal)
  for (const pause of retryPausesMs) {
    if (result !== null || signal.aborted) break
    await new Promise((resolve) => setTimeout(resolve, pause))
    result = await postForm(url, body, signal)
  }
  return result
}

/** Returns the JSON response, or null if the request failed or returned something else. */
async function postForm(url: string, body: string, signal: AbortSignal): Promise<unknown> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    return await (await fetch(url, { method: 'POST', body, headers, signal: limited })).json()
  } catch {
    return null
  }
}
