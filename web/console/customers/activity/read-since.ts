/** Reads the first day from the URL, such as `2026-03-31`. @returns null for anything else */
export function readSince(params: URLSearchParams, zone: string): { day: string; at: string } | null {
  const day = params.get('from') ?? ''
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day.startsWith('0000')) return null
  try {
    const start = Temporal.PlainDate.from(day, { overflow: 'reject' }).toZonedDateTime(zone)
    return { day, at: new Date(start.epochMilliseconds).toISOString() }
  } catch {
    // Rejects a day that does not exist in its month.
    return null
  }
}
