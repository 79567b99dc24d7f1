/** Returns the current time as ISO 8601 in UTC with milliseconds, the precision in which times are stored. */
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
