import type { Database } from '../../platform/db/database.ts'

/** Gives every workspace an owner of some requests, a tag of a few, and a tag of all of them. */
export async function insertTriage({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at)
     select workspace_id, uuidv7(), 'member@example.com', 'member', now() from workspaces`,
  )
  await pool.query(
    `insert into tags (workspace_id, id, name, color, created_at)
     select workspace_id, uuidv7(), t.name, '#2563eb', now() from workspaces, unnest(array['rare', 'common']) t (name)`,
  )
  const numbered = `(select *, row_number() over (partition by workspace_id order by id) as n from feedback)`
  await pool.query(
    `insert into feedback_tags (workspace_id, feedback_id, tag_id)
     select f.workspace_id, f.id, t.id from ${numbered} f join tags t on t.workspace_id = f.workspace_id
     where t.name = 'common' or t.name = 'rare' and f.n % 100 = 1`,
  )
  await pool.query(
    `update feedback f set owner_id = m.id from ${numbered} x
     join members m on m.workspace_id = x.workspace_id and m.email = 'member@example.com'
     where f.workspace_id = x.workspace_id and f.id = x.id and x.n % 60 = 1`,
  )
}
