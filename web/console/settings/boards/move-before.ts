/** Returns the ids with `id` moved before another, or to the end if `before` is null. */
export function moveBefore(ids: string[], id: string, before: string | null): string[] {
  const rest = ids.filter((other) => other !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  // The moved board or the board at the target position was deleted in the meantime.
  if (at < 0 || rest.length === ids.length) return ids
  return rest.toSpliced(at, 0, id)
}
