import { type AuditEventType, auditEventTypes } from './record.ts'

export interface AuditEventGroup {
  /** The first word of its kinds of events. */
  id: string
  types: AuditEventType[]
}

/** Every kind of event by what it is about, for a filter to choose from. */
export const auditEventGroups: AuditEventGroup[] = [...Map.groupBy(auditEventTypes, (type) => type.split('.', 1)[0]!)]
  .map(([id, types]) => ({ id, types: types.toSorted() }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))
