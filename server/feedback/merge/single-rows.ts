/** Of which a request has one at most: its roadmap item, its open link to the tracker. As it was; and where it is. */
export interface Slot<Row extends { id: string }> {
  row: Row
  /** Kept here and nowhere else, since the target has one of its own. */
  isAside: boolean
}

/** How the one of a request is moved, put back and taken out. */
export interface Keeper<Row> {
  /** @param was what it returns to, where it goes back. */
  move(id: string, to: string, was?: Row): void
  put(row: Row, to: string): void
  take(id: string): void
}

/** A merged request with its slot, to be changed in place. */
export interface Holder<Row extends { id: string }> {
  slot: Slot<Row> | null
}

/**
 * Gives the one of a request to the request that it is merged into, or puts it aside where that has one.
 * @param merges what is merged into the source: the one may be of these.
 */
export function handOver<Row extends { id: string }>(
  keeper: Keeper<Row>,
  live: Row | null,
  { source, merges, intoId, isTaken }: { source: Holder<Row>; merges: Holder<Row>[]; intoId: string; isTaken: boolean },
): void {
  if (live === null) return
  const owner = lenderOf(live.id, merges) ?? source
  if (isTaken) keeper.take(live.id)
  else keeper.move(live.id, intoId)
  owner.slot = { row: isTaken ? live : (owner.slot?.row ?? live), isAside: isTaken }
}

const lenderOf = <Row extends { id: string }>(id: string, merges: Holder<Row>[]): Holder<Row> | undefined =>
  merges.find(({ slot }) => slot !== null && !slot.isAside && slot.row.id === id)

interface Parting<Row extends { id: string }> {
  /** The request that comes back, and those that come back with it. */
  own: Holder<Row>
  returning: Holder<Row>[]
  staying: Holder<Row>[]
  id: string
  targetId: string
}

/**
 * Gives a request that comes back its own one, or what those had that come back with it. Where the target loses its
 * one by this, one that was put aside for another takes the place.
 */
export function handBack<Row extends { id: string }>(
  keeper: Keeper<Row>,
  live: Row | null,
  { own, returning, staying, id, targetId }: Parting<Row>,
): void {
  const group = [own, ...returning]
  const lender = live === null ? undefined : lenderOf(live.id, group)
  const isThere = (holder: Holder<Row>) => holder === lender || holder.slot?.isAside === true
  const chosen = isThere(own) ? own : (lender ?? returning.find(isThere))
  // First what makes room: there is one place at each request.
  if (lender && lender !== chosen) {
    keeper.take(live!.id)
    lender.slot = { row: live!, isAside: true }
  }
  if (chosen) {
    if (chosen === lender) keeper.move(chosen.slot!.row.id, id, chosen.slot!.row)
    else keeper.put(chosen.slot!.row, id)
    chosen.slot = { row: chosen.slot!.row, isAside: false }
  }
  const heir = lender && staying.find(({ slot }) => slot?.isAside)
  if (heir) {
    keeper.put(heir.slot!.row, targetId)
    heir.slot = { row: heir.slot!.row, isAside: false }
  }
}
