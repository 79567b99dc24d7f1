import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../lifecycle/roadmap-status.ts'
import type { Stage } from '../schema.ts'
import { votesWithoutVoters } from '../votes-without-voters.ts'

/** The source or the target of a merge, with the numbers of what belongs to it. */
export interface MergeSide {
  id: string
  title: string
  stage: Stage
  votes: number
  /** Without team notes. */
  comments: number
  notes: number
  entries: number
  board: string
  createdAt: string
  roadmapItem: { id: string; title: string; status: RoadmapStatus } | null
  /** The open issue. Has no identifier while it is being created; the request cannot be merged until then. */
  issue: { identifier: string | null; url: string | null } | null
  /** The number of requests merged into it before. */
  merged: number
}

/** The outcome of a merge that has not happened yet. */
export interface MergePreview {
  source: MergeSide
  into: MergeSide
  after: MergeOutcome
}

/** The target after the merge. A customer who voted for several, or an entry that links several, counts once. */
export interface MergeOutcome {
  votes: number
  comments: number
  entries: number
}

/** Loads the preview of a merge. @throws 404 unless both are requests of this workspace and differ. */
export async function previewMerge(scope: Scope, sourceId: string, intoId: string): Promise<MergePreview> {
  const { requests, after } = await previewMergeOf(scope, [sourceId, intoId])
  const side = (id: string) => requests.find((candidate) => candidate.id === id)
  const [source, into] = [side(sourceId), side(intoId)]
  if (source === undefined || into === undefined || sourceId === intoId) throw notFound()
  return { source, into, after }
}

/**
 * Loads the preview of merging several requests into any one of them. Leaves out requests that are gone.
 * @returns the requests with the most votes first.
 */
export async function previewMergeOf(
  scope: Scope,
  ids: string[],
): Promise<{ requests: MergeSide[]; after: MergeOutcome }> {
  const [requests, { rows }] = await Promise.all([loadSides(scope, ids), countUnion(scope, ids)])
  requests.sort((one, other) => other.votes - one.votes || one.createdAt.localeCompare(other.createdAt))
  const comments = requests.reduce((sum, request) => sum + request.comments, 0)
  return { requests, after: { ...rows[0]!, comments } }
}

async function loadSides({ db, workspaceId }: Scope, ids: string[]): Promise<MergeSide[]> {
  const { rows } = await sql<MergeSide>`
    select f.id, f.title, f.stage, f.votes, f.comments, b.name as board, f.created_at as "createdAt",
      (select count(*)::int from comments c
        where c.workspace_id = f.workspace_id and c.feedback_id = f.id and c.is_internal) as notes,
      (select count(*)::int from changelog_entry_feedback l
        where l.workspace_id = f.workspace_id and l.feedback_id = f.id) as entries,
      (select json_build_object('id', r.id, 'title', r.title, 'status', r.status) from roadmap_items r
        where r.workspace_id = f.workspace_id and r.feedback_id = f.id) as "roadmapItem",
      (select json_build_object('identifier', t.identifier, 'url', t.url) from tracker_links t
        where t.workspace_id = f.workspace_id and t.feedback_id = f.id and t.state <> 'ended') as issue,
      (select count(*)::int from feedback_merges m
        where m.workspace_id = f.workspace_id and m.into_id = f.id) as merged
    from feedback f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

const countUnion = ({ db, workspaceId }: Scope, ids: string[]) =>
  sql<{ votes: number; entries: number }>`
    select (select count(distinct customer_id)::int from votes
        where workspace_id = ${workspaceId} and feedback_id = any(${ids}::uuid[]))
      + (select coalesce(sum(${votesWithoutVoters}), 0)::int from feedback f
        where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[])) as votes,
      (select count(distinct entry_id)::int from changelog_entry_feedback
        where workspace_id = ${workspaceId} and feedback_id = any(${ids}::uuid[])) as entries`.execute(db)
