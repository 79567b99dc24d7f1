/** The present as an ISO 8601 UTC string with milliseconds: the precision that is stored, shown and sorted by. */
export type Clock = () => string

export const systemClock: Clock = () => new Date().toISOString()
