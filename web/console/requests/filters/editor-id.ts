import type { FieldName } from './fields.tsx'

/** Returns the id of the menu that changes a filter. */
export const editorId = (name: FieldName): string => `filter-${name}`
