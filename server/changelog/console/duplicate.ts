import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { findCover } from '../cover.ts'
import { createEntry } from '../create.ts'
import { changelogCan } from '../permissions.ts'
import { getEntry } from '../queries.ts'
import type { Entry } from '../schema.ts'

const titleSuffix = ' (copy)'
const maxTitleLength = 200

/**
 * Creates a draft with the texts, cover, tags and links of an entry, without its schedule, reactions and comments.
 * @throws 404, 403
 */
export async function duplicateEntry(tx: WriteScope, id: string): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  const { title, body, versionLabel, tagIds, linkedFeedbackIds, reactionsEnabled, commentsEnabled } = await getEntry(
    tx,
    id,
  )
  const cover = await findCover(tx, id)
  const copy = {
    title: [...title].slice(0, maxTitleLength - titleSuffix.length).join('') + titleSuffix,
    body,
    versionLabel,
    tagIds,
    linkedFeedbackIds,
    reactionsEnabled,
    commentsEnabled,
  }
  return createEntry(tx, copy, { cover })
}
