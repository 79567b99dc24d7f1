import { messages } from '../messages.ts'
import type { WidgetSettings } from '../settings.ts'
import type { FeedbackRequest, IdentifyResult, RequestSubmission, SubmissionResult, WidgetOverview } from './types.ts'

/** What the server has refused, as it says so (docs/api/errors.md). */
export class ApiError extends Error {
  readonly status: number
  readonly details: { path: string; message: string }[]

  constructor(status: number, error: { message?: string; details?: ApiError['details'] } = {}) {
    super(error.message)
    this.status = status
    this.details = error.details ?? []
  }
}

/** What the widget asks of the portal. Each rejects with `Refused`, or with a TypeError when nothing came back. */
export interface ApiClient {
  /** Of the portal, below the instance. */
  base: string
  overview(session: string | null): Promise<WidgetOverview>
  similar(title: string, session: string | null, signal: AbortSignal): Promise<FeedbackRequest[]>
  /** @param key the same for the same text, however often it is sent */
  submit(submission: RequestSubmission, session: string | null, key: string): Promise<SubmissionResult>
  vote(feedbackId: string, isVoted: boolean, session: string): Promise<Pick<FeedbackRequest, 'votes' | 'isVoted'>>
  identify(token: string): Promise<IdentifyResult>
}

export function createApiClient({ portals, slug, token }: WidgetSettings): ApiClient {
  const base = `${portals}${slug}`
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { accept: 'application/json', ...init.headers }
    const answer = await fetch(`${base}${path}`, { ...init, headers, credentials: 'omit' })
    const body = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new ApiError(answer.status, body.error)
    return body.data
  }
  const send = <T>(path: string, body: unknown, headers: Record<string, string>): Promise<T> =>
    call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    base,
    overview: (session) => call('/widget.json', { headers: bearerHeader(session) }),
    similar: (title, session, signal) =>
      call(`/widget/similar?${new URLSearchParams({ title })}`, { headers: bearerHeader(session), signal }),
    submit: (submission, session, key) =>
      send('/submissions', submission, {
        ...bearerHeader(token),
        'idempotency-key': key,
        ...(session && { 'heed-session': session }),
      }),
    vote: (feedbackId, isVoted, session) =>
      send('/widget/votes', { feedbackId, vote: isVoted ? 'cast' : 'withdraw' }, bearerHeader(session)),
    identify: (jwt) => send('/identify', { token: jwt }, {}),
  }
}

const bearerHeader = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

/** Whether what is asked for is shown to people who are known, and this is none. */
export const isSignInRequired = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** What went wrong, for whoever sits in front of it. */
export function errorMessageFor(error: unknown): string {
  const { faults } = messages
  if (!(error instanceof ApiError)) return faults.connection
  switch (error.status) {
    case 401:
      return faults.old
    case 403:
    case 429:
      // Written for people too: whose place is taken, and when it goes on.
      return error.message
    case 404:
      return faults.gone
    default:
      return faults.failed
  }
}
