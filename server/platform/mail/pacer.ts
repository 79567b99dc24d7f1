/**
 * Spaces calls evenly, with at most `perSecond` in any second. nodemailer's own `rateLimit` does not guarantee that: each
 * of its connections lets one extra message through per period.
 * @returns a function that reserves the next slot and returns the milliseconds to wait from `nowMs`.
 */
export function createPacer(perSecond: number): (nowMs: number) => number {
  let next = Number.NEGATIVE_INFINITY
  return (nowMs) => {
    const at = Math.max(nowMs, next)
    next = at + 1_000 / perSecond
    return at - nowMs
  }
}
