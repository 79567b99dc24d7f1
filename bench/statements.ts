// The statements of the baseline server. They select plain columns, as most developers would, and the server writes the
// JSON.
const columns = `select f.id, f.title, f.description, f.stage, f.status, f.votes, f.comments, b.id as board_id,
    b.slug as board_slug, b.name as board_name, r.id as roadmap_item_id, f.created_at, f.updated_at
  from feedback f
  join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
  left join roadmap_items r on r.workspace_id = f.workspace_id and r.feedback_id = f.id
  where f.workspace_id = $1`

/** Lists the newest requests. Values: workspace, number of rows. */
export const listStatement = `${columns} order by f.created_at desc, f.id desc limit $2`

/** Selects one request. Values: workspace, id. */
export const getStatement = `${columns} and f.id = $2`
