import { type Count, createWindows, type RateLimitStore } from './windows.ts'

export type { RateLimitStore }

/** The number of requests allowed in each window (specification, Limits). */
export interface RateLimitConfig {
  key: number
  workspace: number
  windowSeconds: number
}

export const defaultRateLimits: RateLimitConfig = { key: 120, workspace: 600, windowSeconds: 60 }

/** The tighter of the two limits after counting a request, or the limit that it exceeded. */
export interface RateLimitResult {
  isAllowed: boolean
  limit: 'key' | 'workspace'
  remaining: number
  /** Milliseconds until the window ends and the full limit is available again. */
  msToReset: number
}

export interface RateLimiter {
  policy: string
  /** Returns synchronously if the windows are in this process. */
  consume(keyId: string, workspaceId: string): RateLimitResult | Promise<RateLimitResult>
}

export function createRateLimiter(store: RateLimitStore, limits: RateLimitConfig): RateLimiter {
  const w = limits.windowSeconds
  const byKey = createWindows(store, { name: 'key', points: limits.key, seconds: w })
  const byWorkspace = createWindows(store, { name: 'workspace', points: limits.workspace, seconds: w })

  const addWorkspace = (key: Count, keyId: string, workspaceId: string) =>
    continueWith(byWorkspace.consume(workspaceId), (workspace) => {
      if (workspace.consumed <= limits.workspace) return tighterOf(key, workspace, limits)
      // The request is rejected, so it must not count against the key either.
      return continueWith(byKey.giveBack(keyId, key.msToReset), () => exceeded('workspace', workspace))
    })

  return {
    policy: `"key";q=${limits.key};w=${w}, "workspace";q=${limits.workspace};w=${w}`,
    consume: (keyId, workspaceId) =>
      continueWith(byKey.consume(keyId), (key) =>
        key.consumed > limits.key ? exceeded('key', key) : addWorkspace(key, keyId, workspaceId),
      ),
  }
}

/** Calls the continuation with a value immediately, or with the value of a promise later. */
const continueWith = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

function tighterOf(key: Count, workspace: Count, limits: RateLimitConfig): RateLimitResult {
  const ofKey = limits.key - key.consumed
  const ofWorkspace = limits.workspace - workspace.consumed
  return ofKey <= ofWorkspace
    ? { isAllowed: true, limit: 'key', remaining: ofKey, msToReset: key.msToReset }
    : { isAllowed: true, limit: 'workspace', remaining: ofWorkspace, msToReset: workspace.msToReset }
}

const exceeded = (limit: RateLimitResult['limit'], { msToReset }: Count): RateLimitResult => ({
  isAllowed: false,
  limit,
  remaining: 0,
  msToReset,
})

/** A fixed-window counter for anything other than requests with API keys. */
export interface FixedWindow {
  /** Counts one event. @returns the milliseconds until the window ends if the limit is exceeded, otherwise null. */
  consume(id: string): Promise<number | null>
  /** Returns whether the limit is used up, without counting an event. */
  isFull(id: string): Promise<boolean>
  /** Clears the count of an id. */
  reset(id: string): Promise<void>
  /** Takes one event back from the current window, even if an earlier one counted it. */
  giveBack(id: string): Promise<void>
}

/** @param isOfReads whether it limits only reads that a replica can answer while the primary is unreachable */
export function createFixedWindow(
  store: RateLimitStore,
  name: string,
  points: number,
  seconds: number,
  { isOfReads = false } = {},
): FixedWindow {
  const windows = createWindows(store, { name, points, seconds, isOfReads })
  return {
    async consume(id) {
      const { consumed, msToReset } = await windows.consume(id)
      return consumed > points ? msToReset : null
    },
    async isFull(id) {
      const count = await windows.find(id)
      return count !== null && count.consumed >= points
    },
    async reset(id) {
      await windows.reset(id)
    },
    async giveBack(id) {
      await windows.giveBack(id)
    },
  }
}
