/** Steps of 1, 2, 2.5 or 5 times a power of ten from zero to above the largest value; whole numbers for counts. */
export function ticksFor(largest: number, wanted = 4): number[] {
  const rough = Math.max(largest, 1) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!)
  const whole = Math.ceil(step)
  const count = Math.max(1, Math.ceil(Math.max(largest, 1) / whole))
  return Array.from({ length: count + 1 }, (_, at) => at * whole)
}

/** Which labels of the lower axis are written: at most `most`, evenly spread, the first always. */
export function labelIndexes(count: number, most = 6): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

/** The middle of a column, in per cent of the width. */
export const columnCenter = (at: number, count: number): number => round(((at + 0.5) / count) * 100)

export const round = (value: number): number => Math.round(value * 100) / 100
