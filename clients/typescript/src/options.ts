export interface HeedOptions {
  /** The address of the Heed server, such as `https://feedback.example.com`. */
  baseUrl: string
  /** An API key or an access token, or a function that returns the current one before each attempt. */
  token: string | (() => string | Promise<string>)
  /** The maximum number of retries of a failed call. Default: 3. */
  maxRetries?: number
  /** The timeout of one attempt, in milliseconds. Default: 30,000. */
  timeoutMs?: number
  /** The name of your program, which the audit log records: 1 to 64 letters, digits, spaces, `.`, `-` and `_`. */
  serviceAgent?: string
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

export interface RequestOptions {
  /** Aborts the call, including retries and pauses: `AbortSignal.timeout(10_000)` limits all of them together. */
  signal?: AbortSignal
  /** The maximum number of retries of this call. */
  maxRetries?: number
  /** The timeout of one attempt, in milliseconds. */
  timeoutMs?: number
}

export interface WriteOptions extends RequestOptions {
  /** The name of your program for this call. */
  serviceAgent?: string
}

export interface PostOptions extends WriteOptions {
  /**
   * Makes the call take effect once, also if your program sends it again after a crash. Default: a new key for each call,
   * which its retries share.
   */
  idempotencyKey?: string
}
