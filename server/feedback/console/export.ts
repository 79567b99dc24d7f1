import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { csvLine, utf8ByteOrderMark } from '../../platform/formats/csv.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import {
  type ConsoleFeedbackQuery,
  type ConsoleFeedbackSummary,
  findConsoleMatches,
  listConsoleFeedback,
} from './list.ts'

// The longest page of the list; the number of rows in memory at a time.
const batchSize = 100

const headerRow = [
  ...['id', 'title', 'description', 'stage', 'moderation', 'votes', 'comments', 'board', 'owner', 'tags'],
  ...['submitter', 'created', 'last activity', 'on roadmap', 'linked issue'],
]

/** Records an export in the audit log. Call it before the first line is sent. @throws 403 */
export function recordRequestExport(tx: WriteScope): void {
  permit(feedbackCan(tx.actor).export)
  audit(tx, 'feedback.list_exported', tx.workspaceId)
}

/**
 * Yields a header and then every request of the team's list as a line of CSV, in the order of the list, or newest first
 * for a search by relevance, which ranks only the best matches. Reads page by page outside a transaction, so that a slow
 * download blocks nothing and the list can have any length. Call `recordRequestExport` first.
 * @throws 403
 */
export async function* exportRequests(
  scope: Scope,
  { sort = 'newest', ...filter }: ConsoleFeedbackQuery,
  signer: Signer,
): AsyncGenerator<string> {
  permit(feedbackCan(scope.actor).export)
  yield utf8ByteOrderMark + csvLine(headerRow)
  const query = { ...filter, sort, limit: batchSize }
  const matches = findConsoleMatches(scope, query)
  let cursor: string | undefined
  do {
    const { data, pagination } = await listConsoleFeedback(scope, { ...query, cursor }, signer, matches)
    const details = await loadDetails(scope, data)
    for (const request of data) {
      const known = details.get(request.id)
      // Deleted since the page was read.
      if (known) yield toCsvLine(request, known)
    }
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
}

interface Details {
  id: string
  description: string
  owner: string | null
  tags: string | null
}

async function loadDetails({ db, workspaceId }: Scope, requests: { id: string }[]): Promise<Map<string, Details>> {
  if (requests.length === 0) return new Map()
  const { rows } = await sql<Details>`
    select f.id, f.description,
      (select coalesce(a.name, m.imported_name, m.email) from members m left join accounts a on a.id = m.account_id
        where m.workspace_id = ${workspaceId} and m.id = f.owner_id) as owner,
      (select string_agg(t.name, ', ' order by t.sort_name) from feedback_tags x
        join tags t on t.workspace_id = ${workspaceId} and t.id = x.tag_id
        where x.workspace_id = ${workspaceId} and x.feedback_id = f.id) as tags
    from feedback f where f.workspace_id = ${workspaceId} and f.id = any(${requests.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

const toCsvLine = (request: ConsoleFeedbackSummary, { description, owner, tags }: Details): string =>
  csvLine([
    ...[request.id, request.title, description, request.stage, request.status, request.votes, request.comments],
    ...[request.board.name, owner, tags, request.submitter, request.createdAt, request.lastActivityAt],
    yesOrNo(request.roadmapItemId !== null && request.stage !== 'pending'),
    yesOrNo(request.isInTracker),
  ])
