/** Returns the current time as an ISO 8601 UTC string with milliseconds: the precision that is stored, shown and sorted by. */
export type Clock = () => string

let ms = 0
let text = ''

/** Formats each millisecond once, since formatting costs more than reading the clock. */
export const systemClock: Clock = () => {
  const now = Date.now()
  if (now !== ms) {
    ms = now
    text = new Date(now).toISOString()
  }
  return text
}
