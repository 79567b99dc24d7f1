import type { EventChanges } from './record.ts'

/** Describes changed members of a resource for its event. @param changes as `pickChanges` returns them */
export const eventChanges = <T extends object>(before: T, changes: Partial<T>): EventChanges =>
  Object.fromEntries(Object.entries(changes).map(([member, to]) => [member, { from: before[member as keyof T], to }]))

/** Describes the members whose values differ; undefined if none does. */
export function differences<T extends object>(from: T, to: T): EventChanges | undefined {
  const changed = Object.keys(from).filter((member) => from[member as keyof T] !== to[member as keyof T])
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map((member) => [member, { from: from[member as keyof T], to: to[member as keyof T] }]),
  )
}
