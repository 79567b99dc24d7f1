import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { createTag } from './create.ts'
import { tagsCan } from './permissions.ts'

/**
 * Returns the ids of the tags with these names, ignoring case. Missing tags are created in a color that can be changed
 * in the settings.
 * @throws 400 for an invalid name; 403 if a tag is missing and the actor may not create tags
 */
export async function findOrCreateTags(tx: WriteScope, names: string[]): Promise<string[]> {
  permit(tagsCan(tx.actor).use)
  if (names.length === 0) return []
  // Only PostgreSQL's `lower` decides which names are equal.
  const { rows } = await sql<{ name: string; id: string | null }>`
    select w.name, t.id
    from (select distinct on (lower(name)) name, lower(name) as sort_name, place
      from unnest(${names}::text[]) with ordinality as n (name, place) order by lower(name), place) w
    left join tags t on t.workspace_id = ${tx.workspaceId} and t.sort_name = w.sort_name
    order by w.place`.execute(tx.db)
  return Promise.all(rows.map(async ({ name, id }) => id ?? (await createTag(tx, { name, color: colorOf(name) })).id))
}

// Easy to tell apart, and readable on light and dark backgrounds.
const colors = ['#2563eb', '#0d9488', '#d97706', '#7c3aed', '#db2777', '#b91c1c', '#4d7c0f', '#0891b2']

/** Returns the default color of a new tag. */
export const colorOf = (name: string): string =>
  colors[[...name.toLowerCase()].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % colors.length]!
