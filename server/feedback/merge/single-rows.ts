/** Of which a request has one at most: its roadmap item, its open link to the tracker. As it was; and where it is. */
export interface OneToOne<Row extends { id: string }> {
  row: Row
  /** Kept here and nowhere else, since the target has one of its own. */
  isParked: boolean
}

/** How the one of a request is moved, put back and taken out. */
export interface RelationStore<Row> {
  /** @param was what it returns to, where it goes back. */
  move(id: string, to: string, was?: Row): void
  insert(row: Row, to: string): void
  remove(id: string): void
}

/** A merged request with its slot, to be changed in place. */
export interface RelationOwner<Row extends { id: string }> {
  slot: OneToOne<Row> | null
}

/**
 * Gives the one of a request to the request that it is merged into, or puts it aside where that has one.
 * @param merges what is merged into the source: the one may be of these.
 */
export function transferRelation<Row extends { id: string }>(
  keeper: RelationStore<Row>,
  live: Row | null,
  {
    source,
    merges,
    intoId,
    isTaken,
  }: { source: RelationOwner<Row>; merges: RelationOwner<Row>[]; intoId: string; isTaken: boolean },
): void {
  if (live === null) return
  const owner = findOwner(live.id, merges) ?? source
  if (isTaken) keeper.remove(live.id)
  else keeper.move(live.id, intoId)
  owner.slot = { row: isTaken ? live : (owner.slot?.row ?? live), isParked: isTaken }
}

const findOwner = <Row extends { id: string }>(
  id: string,
  merges: RelationOwner<Row>[],
): RelationOwner<Row> | undefined => merges.find(({ slot }) => slot !== null && !slot.isParked && slot.row.id === id)

interface RestoreTarget<Row extends { id: string }> {
  /** The request that comes back, and those that come back with it. */
  own: RelationOwner<Row>
  returning: RelationOwner<Row>[]
  staying: RelationOwner<Row>[]
  id: string
  targetId: string
}

/**
 * Gives a request that comes back its own one, or what those had that come back with it. Where the target loses its
 * one by this, one that was put aside for another takes the place.
 */
export function restoreRelation<Row extends { id: string }>(
  keeper: RelationStore<Row>,
  live: Row | null,
  { own, returning, staying, id, targetId }: RestoreTarget<Row>,
): void {
  const group = [own, ...returning]
  const lender = live === null ? undefined : findOwner(live.id, group)
  const isThere = (holder: RelationOwner<Row>) => holder === lender || holder.slot?.isParked === true
  const chosen = isThere(own) ? own : (lender ?? returning.find(isThere))
  // First what makes room: there is one place at each request.
  if (lender && lender !== chosen) {
    keeper.remove(live!.id)
    lender.slot = { row: live!, isParked: true }
  }
  if (chosen) {
    if (chosen === lender) keeper.move(chosen.slot!.row.id, id, chosen.slot!.row)
    else keeper.insert(chosen.slot!.row, id)
    chosen.slot = { row: chosen.slot!.row, isParked: false }
  }
  const heir = lender && staying.find(({ slot }) => slot?.isParked)
  if (heir) {
    keeper.insert(heir.slot!.row, targetId)
    heir.slot = { row: heir.slot!.row, isParked: false }
  }
}
