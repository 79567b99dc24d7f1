/** The roadmap item or open tracker link of a request, as it was when merged. A request has at most one of each. */
export interface OneToOne<Row extends { id: string }> {
  row: Row
  /** True if the row is stored only here, because the target has one of its own. */
  isParked: boolean
}

/** Writes the rows of one relation. */
export interface RelationStore<Row> {
  /** @param stored the row as it was, when it returns to its request. */
  move(id: string, feedbackId: string, stored?: Row): void
  insert(row: Row, feedbackId: string): void
  remove(id: string): void
}

/** The relation of one merged request, changed in place. */
export interface RelationOwner<Row extends { id: string }> {
  relation: OneToOne<Row> | null
}

interface Transfer<Row extends { id: string }> {
  source: RelationOwner<Row>
  /** The requests merged into the source: its current row may be one of theirs. */
  merges: RelationOwner<Row>[]
  targetId: string
  isTargetTaken: boolean
}

/** Moves the source's row to the target, or parks it if the target already has one. */
export function transferRelation<Row extends { id: string }>(
  store: RelationStore<Row>,
  current: Row | null,
  { source, merges, targetId, isTargetTaken }: Transfer<Row>,
): void {
  if (current === null) return
  const owner = findOwner(current.id, merges) ?? source
  if (isTargetTaken) store.remove(current.id)
  else store.move(current.id, targetId)
  owner.relation = { row: isTargetTaken ? current : (owner.relation?.row ?? current), isParked: isTargetTaken }
}

const findOwner = <Row extends { id: string }>(
  id: string,
  owners: RelationOwner<Row>[],
): RelationOwner<Row> | undefined =>
  owners.find(({ relation }) => relation !== null && !relation.isParked && relation.row.id === id)

interface Restoration<Row extends { id: string }> {
  restored: RelationOwner<Row>
  /** Requests that return with the restored one, because they had been merged into it. */
  returning: RelationOwner<Row>[]
  /** Requests that stay merged into the target. */
  staying: RelationOwner<Row>[]
  restoredId: string
  targetId: string
}

/**
 * Gives the restored request its own row or, if it had none, that of a request that returns with it. If the target
 * loses its row, it gets one that is parked for a request that stays.
 */
export function restoreRelation<Row extends { id: string }>(
  store: RelationStore<Row>,
  current: Row | null,
  { restored, returning, staying, restoredId, targetId }: Restoration<Row>,
): void {
  const leaving = current === null ? undefined : findOwner(current.id, [restored, ...returning])
  const hasRow = (owner: RelationOwner<Row>) => owner === leaving || owner.relation?.isParked === true
  const chosen = hasRow(restored) ? restored : (leaving ?? returning.find(hasRow))
  // Removes the row before another one takes its place: each request can have only one.
  if (leaving && leaving !== chosen) {
    store.remove(current!.id)
    leaving.relation = { row: current!, isParked: true }
  }
  if (chosen) {
    const { row } = chosen.relation!
    if (chosen === leaving) store.move(row.id, restoredId, row)
    else store.insert(row, restoredId)
    chosen.relation = { row, isParked: false }
  }
  const successor = leaving && staying.find(({ relation }) => relation?.isParked)
  if (successor) {
    const { row } = successor.relation!
    store.insert(row, targetId)
    successor.relation = { row, isParked: false }
  }
}
