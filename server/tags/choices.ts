import type { Scope } from '../platform/scope.ts'
import type { Tag } from './schema.ts'

// More than a menu can usefully show; every list is bounded.
const maxTags = 500

/** Lists the tags of the workspace by name, for a choice among them. */
export const listTagChoices = ({ db, workspaceId }: Scope): Promise<Tag[]> =>
  db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(maxTags)
    .execute()
