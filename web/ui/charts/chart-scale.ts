/** Returns axis ticks from zero to at least the largest value, in whole steps near 1, 2, 2.5 or 5 times a power of ten. */
export function ticksFor(largest: number, targetCount = 4): number[] {
  const rough = Math.max(largest, 1) / targetCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!)
  const wholeStep = Math.ceil(step)
  const count = Math.max(1, Math.ceil(Math.max(largest, 1) / wholeStep))
  return Array.from({ length: count + 1 }, (_, at) => at * wholeStep)
}

/** Returns the indexes of the labels to show: at most `maxLabels`, evenly spaced, including the first. */
export function labelIndexes(count: number, maxLabels = 6): number[] {
  const step = Math.max(1, Math.ceil(count / maxLabels))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

/** Returns the middle of a column, in percent of the width. */
export const columnCenter = (at: number, count: number): number => round(((at + 0.5) / count) * 100)

export const round = (value: number): number => Math.round(value * 100) / 100
