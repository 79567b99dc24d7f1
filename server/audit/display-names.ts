import { type RawBuilder, sql } from 'kysely'

/** Selects the display name of the row of `table` with this id. */
const selectTitle = (table: string, title: string, id: string): RawBuilder<string | null> =>
  sql`(select ${sql.raw(title)} from ${sql.table(table)} x where x.workspace_id = e.workspace_id and x.id = ${sql.ref(id)})`

// Members who have never signed in have no account, only an address.
const memberName = 'coalesce((select a.name from accounts a where a.id = x.account_id), x.email)'
const customerName = 'coalesce(x.name, x.email, x.external_id)'

/** The current name of the actor of event `e`. */
export const actorName: RawBuilder<string | null> = sql`case e.actor_type
  when 'key' then ${selectTitle('api_keys', 'x.name', 'e.actor_id')}
  when 'app' then ${selectTitle('app_authorizations', 'x.name', 'e.actor_id')}
  when 'member' then ${selectTitle('members', memberName, 'e.actor_id')}
  when 'customer' then ${selectTitle('customers', customerName, 'e.actor_id')} end`

const mergedTitle = sql`(select x.title from feedback_merges x
  where x.workspace_id = e.workspace_id and x.feedback_id = e.target_id)`

// A comment has no title; it is shown with the title of its request or entry.
const commentedTitle = sql`(select coalesce(f.title, c.title) from (
    select workspace_id, id, feedback_id, entry_id from comments
    union all select workspace_id, id, feedback_id, entry_id from pending_comments) x
  left join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
  left join changelog_entries c on c.workspace_id = x.workspace_id and c.id = x.entry_id
  where x.workspace_id = e.workspace_id and x.id = e.target_id limit 1)`

// The event of a deletion contains the title or name of the deleted row.
const deletedTitle = sql`coalesce(e.changes->>'title', e.changes->>'name')`

/** The current title of the target of event `e`; the first word of the event type says which table it is in. */
export const targetTitle: RawBuilder<string | null> = sql`case split_part(e.type, '.', 1)
  when 'feedback' then coalesce(${selectTitle('feedback', 'x.title', 'e.target_id')}, ${mergedTitle})
  when 'comment' then ${commentedTitle}
  when 'roadmap' then coalesce(${selectTitle('roadmap_items', 'x.title', 'e.target_id')}, ${deletedTitle})
  when 'changelog' then coalesce(${selectTitle('changelog_entries', 'x.title', 'e.target_id')}, ${deletedTitle})
  when 'board' then coalesce(${selectTitle('boards', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'company' then coalesce(${selectTitle('companies', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'saved_view' then coalesce(${selectTitle('saved_views', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'tag' then coalesce(${selectTitle('tags', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'api_key' then ${selectTitle('api_keys', 'x.name', 'e.target_id')}
  when 'app' then coalesce(${selectTitle('app_authorizations', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'member' then ${selectTitle('members', 'x.email', 'e.target_id')}
  when 'customer' then ${selectTitle('customers', customerName, 'e.target_id')}
  when 'import' then coalesce(${selectTitle('imports', 'x.name', 'e.target_id')}, ${deletedTitle})
  when 'channel' then coalesce(${selectTitle('webhooks', 'x.description', 'e.target_id')}, ${deletedTitle})
  when 'webhook' then coalesce(${selectTitle('webhooks', 'x.url', 'e.target_id')}, ${deletedTitle})
  when 'tracker' then ${selectTitle('tracker_connections', 'x.account_name', 'e.target_id')} end`
