import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql'

/** What Linear does not do in one query: https://linear.app/developers/rate-limiting */
export const complexityAtMost = 10_000

/**
 * What Linear says that a query costs: a tenth of a point for a property, a point for an object, and what stands in a
 * list as often as `first` says, 50 by default.
 */
export function complexityOf({ definitions }: DocumentNode): number {
  const roots = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  return Math.ceil(roots.reduce((sum, { selectionSet }) => sum + costOf(selectionSet), 0))
}

function costOf({ selections }: SelectionSetNode): number {
  let cost = 0
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(selection)
    else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(selection.selectionSet)
    else throw new Error('Fragments with names are not counted here')
  }
  return cost
}

function costOfField({ selectionSet, arguments: argumentNodes = [] }: FieldNode): number {
  if (selectionSet === undefined) return 0.1
  const isList = selectionSet.selections.some((inner) => inner.kind === Kind.FIELD && inner.name.value === 'nodes')
  if (!isList) return 1 + costOf(selectionSet)
  const first = argumentNodes.find(({ name }) => name.value === 'first')?.value
  return (first?.kind === Kind.INT ? Number(first.value) : 50) * costOf(selectionSet)
}
