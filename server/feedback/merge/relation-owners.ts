import type { RelationOwner } from './one-to-one.ts'
import type { Merge, MergeSnapshot } from './snapshot.ts'
import type { RoadmapItemRow, TrackerLinkRow } from './stored-row.ts'

interface RelationRows {
  item: RoadmapItemRow
  link: TrackerLinkRow
}

/** Exposes one relation of these merges; assigning `relation` changes the merge's snapshot. */
export const relationOwners = <K extends keyof RelationRows>(name: K, source: Merge, merges: Merge[]) => ({
  source: relationOwnerOf(name, source),
  merges: merges.map((merge) => relationOwnerOf(name, merge)),
})

const relationOwnerOf = <K extends keyof RelationRows>(
  name: K,
  { snapshot }: Merge,
): RelationOwner<RelationRows[K]> => ({
  get relation() {
    return snapshot[name] as RelationOwner<RelationRows[K]>['relation']
  },
  set relation(value) {
    snapshot[name] = value as MergeSnapshot[K]
  },
})
