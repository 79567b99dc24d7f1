import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { announce } from '../../notifications/announcements/announce.ts'
import type { Audience } from '../../notifications/announcements/audience.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { getEntry, lockEntry } from '../queries.ts'
import type { Entry } from '../schema.ts'

/**
 * Publishes an entry and makes its announcement due. A published entry does not change and is not announced again
 * (specification, Changelog entry state). @throws 404; 403
 */
export async function publishEntry(tx: WriteScope, id: string, audience: Audience = 'everyone'): Promise<Entry> {
  permit(changelogCan(tx.actor).publish)
  const { state } = await lockEntry(tx, id)
  if (state === 'published') return getEntry(tx, id)
  tx.defer(
    tx.db
      .updateTable('changelog_entries')
      .set({
        state: 'published',
        published_at: tx.now,
        scheduled_publish_at: null,
        scheduled_timezone: null,
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  await announce(tx, id, audience)
  audit(tx, 'changelog.published', id, audience === 'everyone' ? {} : { audience })
  const entry = await getEntry(tx, id)
  recordEvent(tx, { type: 'changelog.published', resourceId: id, data: entry })
  return entry
}
