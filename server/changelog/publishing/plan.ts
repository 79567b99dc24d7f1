import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { Audience, fromAudienceColumns, toAudienceColumns } from '../../notifications/announcements/audience.ts'
import { NotificationNote } from '../../notifications/events/choice.ts'
import { getNotificationDefaults } from '../../notifications/preferences/workspace-defaults.ts'
import { Nullable, type Static, Strict, Type } from '../../platform/schemas.ts'
import type { Scope } from '../../platform/scope.ts'

/**
 * What the publication of a scheduled entry does besides making it public. The team chooses it in the console with the
 * schedule, and it lasts as long as the schedule: rescheduling keeps it, and removing the schedule drops it.
 */
export const PublicationPlan = Strict({
  audience: Audience,
  /** How to complete the linked requests: with or without email to the people who asked. Null: complete none. */
  completion: Nullable(Strict({ notify: Type.Boolean(), note: Nullable(NotificationNote) })),
})
export type PublicationPlan = Static<typeof PublicationPlan>

/** The plan of a schedule that is set without one, such as through the API. */
export const defaultPlan: PublicationPlan = { audience: 'everyone', completion: null }

/** Returns the columns that store a plan. */
export const toPlanColumns = ({ audience, completion }: PublicationPlan) => {
  const { audience: kind, audience_id: id } = toAudienceColumns(audience)
  return {
    publish_audience: kind,
    publish_audience_id: id,
    completes_linked: completion !== null,
    completion_notifies: completion?.notify ?? true,
    completion_note: completion?.note ?? null,
  }
}

/** Describes a change of plan for the audit log, with the length of the note instead of its text. */
export function describePlanChange(
  before: PublicationPlan,
  after: PublicationPlan,
): Record<string, [unknown, unknown]> {
  const from = toRecordedPlan(before)
  return describeChanges(from, pickChanges(from, toRecordedPlan(after)), null)
}

const toRecordedPlan = ({ audience, completion }: PublicationPlan) => ({
  audience,
  completesLinked: completion !== null,
  notifiesCompletion: completion?.notify ?? null,
  completionNoteLength: completion?.note == null ? null : [...completion.note].length,
})

/** Loads the plan of an entry; the default if the entry is not scheduled. */
export const getPublicationPlan = async (scope: Scope, entryId: string): Promise<PublicationPlan> =>
  (await findPublicationPlan(scope, entryId)) ?? defaultPlan

/**
 * Loads the initial choice for publishing or scheduling an entry in the console: its plan, or the default of the
 * workspace.
 * @param entryId null for a new entry
 */
export async function getInitialPlan(scope: Scope, entryId: string | null): Promise<PublicationPlan> {
  const plan = entryId === null ? null : await findPublicationPlan(scope, entryId)
  if (plan) return plan
  const { notifiesPublications } = await getNotificationDefaults(scope)
  return { ...defaultPlan, audience: notifiesPublications ? 'everyone' : 'nobody' }
}

async function findPublicationPlan({ db, workspaceId }: Scope, entryId: string): Promise<PublicationPlan | null> {
  const row = await db
    .selectFrom('changelog_entries')
    .select(['publish_audience', 'publish_audience_id', 'completes_linked', 'completion_notifies', 'completion_note'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', entryId)
    .where('scheduled_publish_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    audience: fromAudienceColumns(row.publish_audience, row.publish_audience_id),
    completion: row.completes_linked ? { notify: row.completion_notifies, note: row.completion_note } : null,
  }
}
