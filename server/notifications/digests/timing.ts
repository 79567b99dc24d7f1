/** During this time, a reply can join the stage change it explains, and a change can be undone without a message. */
export const gracePeriodMs = 2 * 60_000

/** A digest that is due waits at most this long for the grace periods of later events. */
export const maxWaitForLaterMs = 10 * 60_000

/** At most one digest per request in this interval. */
export const digestIntervalMs = 60 * 60_000

/** Returns when the next digest of a request is due at the earliest. @param lastDigestAt of the previous one */
export const nextDigestAt = (eventAt: string, lastDigestAt: string | null): string => {
  const graceEnds = Date.parse(eventAt) + gracePeriodMs
  return new Date(
    lastDigestAt === null ? graceEnds : Math.max(graceEnds, Date.parse(lastDigestAt) + digestIntervalMs),
  ).toISOString()
}
