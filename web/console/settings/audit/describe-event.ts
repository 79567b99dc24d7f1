import type { AuditEventType } from '#server/audit/record.ts'
import { auditEventMessages, auditMessages as messages } from '../../messages/settings/audit.ts'

const phrases: Record<AuditEventType, string> = auditEventMessages

const isSelfContained = (type: AuditEventType): boolean =>
  /^(workspace|portal|file)\./.test(type) || type === 'board.reordered' || type.endsWith('.list_exported')

interface EventDescription {
  phrase: string
  /** Whether the name of the target follows the phrase. */
  namesTarget: boolean
}

/** Describes what the actor did. Members who join are the actor themselves, so they aren't named twice. */
export function describeEvent(type: AuditEventType, isActorTarget: boolean): EventDescription {
  if (type === 'member.joined' && isActorTarget) return { phrase: messages.joinedTeam, namesTarget: false }
  return { phrase: phrases[type], namesTarget: !isSelfContained(type) }
}
