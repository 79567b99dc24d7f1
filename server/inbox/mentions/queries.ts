import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { inboxCan } from '../permissions.ts'
import type { Mentionable } from './find.ts'

// As many as the team page lists.
const maxMembers = 500
const maxSuggestions = 8

/** Selects the members that can be named: those who have signed in, because others have no name, only an address. */
export const selectMentionable = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['members.id', 'accounts.name'])
    .where('members.workspace_id', '=', workspaceId)
    .orderBy(sql`lower(accounts.name)`)
    .orderBy('members.id')
    .limit(maxMembers)

/** Lists the acting member's colleagues whose name, or a word of it, begins with a text. @throws 403 */
export async function searchMentionable(scope: Scope, text: string): Promise<Mentionable[]> {
  permit(inboxCan(scope.actor).use)
  const wanted = text.toLowerCase()
  const members = await selectMentionable(scope).execute()
  return members
    .filter(({ id, name }) => id !== scope.actor.id && ` ${name.toLowerCase()}`.includes(` ${wanted}`))
    .slice(0, maxSuggestions)
}

/** Lists the names by which comments mention members, by comment. */
export async function listMentions(
  { db, workspaceId }: Scope,
  commentIds: string[],
): Promise<Map<string, Mentionable[]>> {
  const mentions = new Map<string, Mentionable[]>()
  if (commentIds.length === 0) return mentions
  const rows = await db
    .selectFrom('comment_mentions')
    .select(['comment_id as commentId', 'member_id as id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('comment_id', 'in', commentIds)
    .execute()
  for (const { commentId, ...mention } of rows) mentions.set(commentId, [...(mentions.get(commentId) ?? []), mention])
  return mentions
}
