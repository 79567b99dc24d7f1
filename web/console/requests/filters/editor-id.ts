import type { FieldName } from './fields.tsx'

export const editorId = (name: FieldName): string => `filter-${name}`
