import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { announce } from '../../notifications/announcements/announce.ts'
import type { Audience } from '../../notifications/announcements/audience.ts'
import { lockAudience } from '../../notifications/announcements/filters.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { getEntry, lockEntry } from '../queries.ts'
import type { Entry } from '../schema.ts'
import { type Completion, completeLinked } from './complete-linked.ts'
import { defaultPlan, getPublicationPlan, toPlanColumns } from './plan.ts'

export interface PublicationChoice {
  audience: Audience
  /** Null: complete no linked requests. */
  completion: Completion | null
}

export interface Publication {
  entry: Entry
  /** Who is emailed; `nobody` if the entry was already published. */
  audience: Audience
  /** The number of linked requests that were completed. */
  completed: number
}

/**
 * Publishes an entry, makes its announcement due, and completes its linked requests if chosen. A published entry
 * does not change and is not announced again (specification, Changelog entry state).
 * @param choice by default the plan of the schedule (plan.ts), whoever publishes the entry
 * @param isCancelable whether the email waits until the team can no longer cancel it (cancel-email.ts)
 * @throws 404; 403; 400 on `/audience` if the board or tag does not exist
 */
export async function publishEntry(
  tx: WriteScope,
  id: string,
  choice?: PublicationChoice,
  { isCancelable = false }: { isCancelable?: boolean } = {},
): Promise<Publication> {
  permit(changelogCan(tx.actor).publish)
  const { state } = await lockEntry(tx, id)
  if (state === 'published') return { entry: await getEntry(tx, id), audience: 'nobody', completed: 0 }
  const { audience, completion } = choice ?? (await getPublicationPlan(tx, id))
  await lockAudience(tx, audience)
  tx.defer(
    tx.db
      .updateTable('changelog_entries')
      .set({
        state: 'published',
        published_at: tx.now,
        scheduled_publish_at: null,
        scheduled_timezone: null,
        ...toPlanColumns(defaultPlan),
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  await announce(tx, id, audience, { isCancelable })
  audit(tx, 'changelog.published', id, audience === 'everyone' ? {} : { audience })
  const completed = completion === null ? 0 : await completeLinked(tx, id, completion)
  // Loaded last, because it shows the stages of its linked requests.
  const entry = await getEntry(tx, id)
  recordEvent(tx, { type: 'changelog.published', resourceId: id, data: entry })
  return { entry, audience, completed }
}
