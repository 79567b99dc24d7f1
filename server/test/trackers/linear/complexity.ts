import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql'

/** The highest complexity Linear accepts for one query: https://linear.app/developers/rate-limiting */
export const complexityAtMost = 10_000

/**
 * Computes the complexity of a query by Linear's rules: 0.1 points per property, 1 point per object, and the contents
 * of a list multiplied by `first`, 50 by default.
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
    else throw new Error('Named fragments are not supported')
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
