/**
 * Spreads moments evenly, at most `perSecond` of them in a second. nodemailer's own `rateLimit` is no such bound: each
 * of its connections lets one message more through in every period.
 * @returns how many milliseconds to wait from `nowMs`, for whoever asks next.
 */
export function createPacer(perSecond: number): (nowMs: number) => number {
  let next = Number.NEGATIVE_INFINITY
  return (nowMs) => {
    const at = Math.max(nowMs, next)
    next = at + 1_000 / perSecond
    return at - nowMs
  }
}
