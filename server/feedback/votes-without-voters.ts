import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the votes of request `f` whose voters an import did not name, with those of the requests merged into it. They
 * are part of `votes`.
 */
export const votesWithoutVoters: RawBuilder<number> = sql<number>`(f.votes_without_voters
  + coalesce((select sum(coalesce((m.snapshot #>> '{row,votes_without_voters}')::int, 0))::int from feedback_merges m
      where m.workspace_id = f.workspace_id and m.into_id = f.id), 0))`
