import { messages } from '../messages.ts'
import type { WidgetSettings } from '../settings.ts'
import { proveWork } from './proof-of-work.ts'
import type {
  EntryDetail,
  FeedbackRequest,
  IdentifyResult,
  RequestSubmission,
  SubmissionResult,
  WidgetOverview,
} from './types.ts'

/** An error response of the server (docs/api/errors.md). */
export class ApiError extends Error {
  readonly status: number
  readonly details: { path: string; message: string }[]

  constructor(status: number, error: { message?: string; details?: ApiError['details'] } = {}) {
    super(error.message)
    this.status = status
    this.details = error.details ?? []
  }
}

/** The portal's endpoints. Each call rejects with an `ApiError`, or with a TypeError without a response. */
export interface ApiClient {
  /** The URL of the portal. */
  base: string
  overview(session: string | null): Promise<WidgetOverview>
  entry(id: string, session: string | null): Promise<EntryDetail>
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
    return body
  }
  const load = async <T>(path: string, init?: RequestInit): Promise<T> => (await call<{ data: T }>(path, init)).data
  const send = <T>(path: string, body: unknown, headers: Record<string, string>): Promise<T> =>
    load(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const proof = (action: 'request' | 'vote'): Promise<Record<string, string>> =>
    proveWork(() => call(`/widget/challenge?for=${action}`))
  return {
    base,
    overview: (session) => load('/widget.json', { headers: bearerHeader(session) }),
    entry: (id, session) => load(`/widget/entries/${id}`, { headers: bearerHeader(session) }),
    similar: (title, session, signal) =>
      load(`/widget/similar?${new URLSearchParams({ title })}`, { headers: bearerHeader(session), signal }),
    submit: async (submission, session, key) =>
      send('/submissions', submission, {
        ...bearerHeader(token),
        ...(await proof('request')),
        'idempotency-key': key,
        ...(session && { 'heed-session': session }),
      }),
    async vote(feedbackId, isVoted, session) {
      const body = { feedbackId, vote: isVoted ? 'cast' : 'withdraw' }
      const post = (headers = {}) =>
        send<Awaited<ReturnType<ApiClient['vote']>>>('/widget/votes', body, { ...bearerHeader(session), ...headers })
      try {
        return await post()
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 429)) throw error
        // The visitor's network may be near its limit.
        const header = await proof('vote')
        if (Object.keys(header).length === 0) throw error
        return post(header)
      }
    },
    identify: (jwt) => send('/identify', { token: jwt }, {}),
  }
}

const bearerHeader = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

/** Tells whether the portal is private and the visitor is not signed in. */
export const isSignInRequired = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Returns the error message to show. @param gone for a 404 */
export function errorMessageFor(error: unknown, gone: string = messages.errors.failed): string {
  const { errors } = messages
  if (!(error instanceof ApiError)) return navigator.onLine ? errors.unreachable : errors.offline
  switch (error.status) {
    case 401:
      return errors.sessionExpired
    case 403:
    case 429:
      // These messages are written for visitors: why they can't take part, or when to retry.
      return error.message || errors.failed
    case 404:
      return gone
    case 409:
      return errors.inProgress
    default:
      return errors.failed
  }
}
