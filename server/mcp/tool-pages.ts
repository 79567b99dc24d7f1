import type { OperationTool, ToolDefinition } from './tools.ts'

/** A model reads every page of the list before it begins, and some clients refuse long ones. */
export const maxPageBytes = 25_000

/**
 * Returns the page of tools that a cursor names: the name of its first tool. Null for any other cursor.
 * @param tools those that the caller may call, in the order of the operations
 */
export function pageOfTools(
  tools: OperationTool[],
  cursor: string | undefined,
): { tools: ToolDefinition[]; nextCursor?: string } | null {
  const start = cursor === undefined ? 0 : tools.findIndex(({ name }) => name === cursor)
  if (start === -1) return null
  const page: ToolDefinition[] = []
  let bytes = 0
  for (const { definition } of tools.slice(start)) {
    bytes += Buffer.byteLength(JSON.stringify(definition)) + 1
    if (bytes > maxPageBytes && page.length > 0) return { tools: page, nextCursor: definition.name }
    page.push(definition)
  }
  return { tools: page }
}
