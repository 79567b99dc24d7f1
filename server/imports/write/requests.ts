import { type RawBuilder, sql } from 'kysely'
import { toStoredStage } from '../../feedback/lifecycle/derive-stage.ts'
import { passedMilestone } from '../../feedback/milestones.ts'
import { hasMoreThanFirst } from '../../feedback/search/first-in-order.ts'
import { maxUnindexedTexts } from '../../feedback/search/index-texts.ts'
import { voteWeight, WeightSum } from '../../feedback/trend.ts'
import { newId } from '../../platform/ids.ts'
import type { ImportedRequest, ImportedStatus } from '../records.ts'
import { type Batch, columnOf, type Located, type RememberedRow } from './batch.ts'
import { boardsOfRequests } from './boards.ts'
import { earlier, resolvePeople } from './people.ts'
import { addToRoadmap, insertTags } from './request-relations.ts'
import { type ResolvedRequest, requestFields } from './resolved-request.ts'
import { tagsOf } from './tags.ts'
import { updateRequests } from './update-requests.ts'

/** The moderation status and product stage that a status of the source becomes. */
export function storedStatusOf(status: ImportedStatus): { status: string; productStage: string | null } {
  if (status === 'rejected' || status === 'spam') return { status, productStage: null }
  const stored = toStoredStage(status)
  return { status: stored.status, productStage: stored.productStage ?? null }
}

/** Creates requests, and updates those that an earlier import created. */
export async function writeRequests(batch: Batch, records: Located<ImportedRequest>[]): Promise<void> {
  const boardOf = await boardsOfRequests(batch, records)
  const tagOf = await tagsOf(
    batch,
    records.flatMap(({ tags }) => tags.map((name) => ({ name }))),
  )
  const personOf = await resolvePeople(
    batch,
    records.flatMap(({ author }) => author ?? []),
  )
  const remembered = new Map(
    (await batch.remembered('feedback', columnOf(records, 'id'))).map((row) => [row.sourceId, row]),
  )
  const created: NewRequest[] = []
  const known: { request: ResolvedRequest; row: RememberedRow }[] = []
  for (const record of records) {
    const { status, productStage } = storedStatusOf(record.status)
    const named = batch.run.requests.get(record.id)?.votes ?? 0
    const hasVoters = named > 0
    const author = record.author ? personOf(record.author) : null
    if (record.author && author === null)
      batch.note(record, 'has an author who is not in the file, so it was imported without an author')
    const authorVotes = author !== null && record.author?.isStaff !== true && !hasVoters && record.votes !== 0
    const request: ResolvedRequest = {
      record,
      title: record.title,
      description: record.description,
      board_id: boardOf(record),
      status,
      product_stage: productStage,
      votes_without_voters:
        hasVoters && !batch.run.countsUnnamedVotes
          ? 0
          : Math.max((record.votes ?? 0) - named - (authorVotes ? 1 : 0), 0),
      tagIds: [...new Set(record.tags.map(tagOf))],
    }
    const row = remembered.get(record.id)
    if (row) known.push({ request, row })
    else created.push(newRequest(batch, request, { customerId: author, authorVotes }))
  }
  insertRequests(batch, created)
  batch.count('feedback', 'created', created.length)
  for (const { request, id } of created) batch.learn('feedback', request.record.id, id)
  for (const { row } of known) batch.learn('feedback', row.sourceId, row.targetId)
  await updateRequests(batch, known)
}

interface NewRequest {
  id: string
  request: ResolvedRequest
  customerId: string | null
  authorVotes: boolean
  createdAt: string
  updatedAt: string
  lastActivityAt: string
  votes: number
  comments: number
  trend: number
}

/** Composes the row of a new request with the counters that it will have at the end of the import. */
function newRequest(
  { run, scope }: Batch,
  request: ResolvedRequest,
  { customerId, authorVotes }: Pick<NewRequest, 'customerId' | 'authorVotes'>,
): NewRequest {
  const { record, votes_without_voters: without } = request
  const createdAt = earlier(record.createdAt, scope.now)
  const survey = run.requests.get(record.id)
  const weights = new WeightSum()
  weights.add(voteWeight(createdAt), 1 + without + (authorVotes ? 1 : 0))
  const [lastActivity] = [createdAt, survey?.lastActivity ?? createdAt].sort().reverse()
  return {
    id: newId(),
    request,
    customerId,
    authorVotes,
    createdAt,
    updatedAt: earlier(record.updatedAt ?? createdAt, scope.now),
    lastActivityAt: earlier(lastActivity, scope.now),
    votes: (survey?.votes ?? 0) + without + (authorVotes ? 1 : 0),
    comments: survey?.comments ?? 0,
    trend: survey && survey.votes > 0 ? weights.with(survey.weights) : weights.logarithm(),
  }
}

function insertRequests(batch: Batch, created: NewRequest[]): void {
  const { tx, scope, run } = batch
  batch.remember(
    'feedback',
    created.map(({ id, request }) => ({
      sourceId: request.record.id,
      targetId: id,
      fields: requestFields(request),
      isCreated: true,
    })),
  )
  if (tx === null || created.length === 0) return
  const requests = columnOf(created, 'request')
  tx.defer(
    sql`insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, votes, comments,
        votes_without_voters, vote_milestone, created_at, updated_at, last_activity_at, trend, is_text_indexed)
      select ${scope.workspaceId}::uuid, n.*, ${hasMoreThanFirst(scope, sql``, maxUnindexedTexts)} from unnest(${columnOf(created, 'id')}::uuid[],
        ${columnOf(requests, 'board_id')}::uuid[], ${columnOf(requests, 'title')}::text[],
        ${columnOf(requests, 'description')}::text[], ${columnOf(requests, 'status')}::text[],
        ${columnOf(requests, 'product_stage')}::text[], ${columnOf(created, 'votes')}::int[],
        ${columnOf(created, 'comments')}::int[], ${columnOf(requests, 'votes_without_voters')}::int[],
        ${created.map(({ votes }) => passedMilestone(0, votes) ?? 0)}::int[], ${columnOf(created, 'createdAt')}::timestamptz[],
        ${columnOf(created, 'updatedAt')}::timestamptz[], ${columnOf(created, 'lastActivityAt')}::timestamptz[],
        ${columnOf(created, 'trend')}::float8[]) as n`.execute(tx.db),
  )
  const contexts = created.filter(
    ({ customerId, request }) => customerId !== null || request.record.sourceUrl !== undefined,
  )
  tx.defer(
    sql`insert into feedback_context (workspace_id, feedback_id, customer_id, source_url)
      select ${scope.workspaceId}::uuid, n.* from unnest(${columnOf(contexts, 'id')}::uuid[],
        ${columnOf(contexts, 'customerId')}::uuid[],
        ${contexts.map(({ request }) => request.record.sourceUrl ?? null)}::text[]) as n`.execute(tx.db),
  )
  const voting = created.filter(({ authorVotes }) => authorVotes)
  for (const table of ['votes', 'imported_votes'] as const) {
    const last: RawBuilder<unknown> =
      table === 'votes' ? sql`unnest(${columnOf(voting, 'createdAt')}::timestamptz[])` : sql`${run.importId}::uuid`
    tx.defer(
      sql`insert into ${sql.table(table)}
        select ${scope.workspaceId}::uuid, unnest(${columnOf(voting, 'id')}::uuid[]),
          unnest(${columnOf(voting, 'customerId')}::uuid[]), ${last}`.execute(tx.db),
    )
  }
  insertTags(
    batch,
    created.map(({ id, request }) => ({ id, tagIds: request.tagIds })),
  )
  addToRoadmap(
    batch,
    created.map(({ id, request }) => ({ id, ...request })),
  )
}
