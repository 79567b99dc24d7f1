/** The ids with one of them moved before another; to the end without one. */
export function moveBefore(ids: string[], id: string, before: string | null): string[] {
  const rest = ids.filter((each) => each !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  // Whoever it was to stand before has gone meanwhile.
  if (at < 0 || rest.length === ids.length) return ids
  return rest.toSpliced(at, 0, id)
}
