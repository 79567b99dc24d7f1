/** The numbers of weeks that a page can show. */
export const insightRanges = [4, 12, 26, 52] as const
export type InsightRange = (typeof insightRanges)[number]

const defaultRange: InsightRange = 12

/** Reads the number of weeks from the URL; the default for anything else. */
export const parseRange = (params: URLSearchParams): InsightRange =>
  insightRanges.find((weeks) => String(weeks) === params.get('weeks')) ?? defaultRange

/** Returns the query of a page for a number of weeks. */
export const formatRange = (weeks: InsightRange): string => (weeks === defaultRange ? '' : `?weeks=${weeks}`)
