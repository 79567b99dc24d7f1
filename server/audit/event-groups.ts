import { type AuditEventType, auditEventTypes } from './record.ts'

export interface AuditEventGroup {
  /** The first word of its event types. */
  id: string
  types: AuditEventType[]
}

/** All event types, grouped by the kind of their target for the filter of the audit log. */
export const auditEventGroups: AuditEventGroup[] = [...Map.groupBy(auditEventTypes, (type) => type.split('.', 1)[0]!)]
  .map(([id, types]) => ({ id, types: types.toSorted() }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))
