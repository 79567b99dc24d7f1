import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { invalidState } from '../../platform/problems.ts'
import type { ImportedBoard, ImportedRequest } from '../records.ts'
import type { Batch, Located } from './batch.ts'

interface WantedBoard {
  sourceId: string
  name: string
  isPrivate: boolean
}

/** Returns a slug of a board's name. */
export const boardSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '') || 'board'

/** The source id of a board that a request names. Boards without an id are identified by their slug. */
const keyOf = (name: string): string => `name:${boardSlug(name)}`

/** Matches boards by id, slug or name, and creates those that are missing. */
export async function writeBoards(batch: Batch, boards: Located<ImportedBoard>[]): Promise<void> {
  const results = await resolveBoards(
    batch,
    boards.map(({ id, name, isPrivate }) => ({ sourceId: id, name, isPrivate })),
  )
  for (const [index, { id, name }] of boards.entries()) {
    batch.count('boards', results[index]!.isNew ? 'created' : 'unchanged')
    batch.learn('boards', id, results[index]!.id)
    batch.learn('boards', keyOf(name), results[index]!.id)
  }
}

/** Finds or creates the boards of requests. @returns a function from a request to the id of its board. */
export async function boardsOfRequests(
  batch: Batch,
  requests: Located<ImportedRequest>[],
): Promise<(request: ImportedRequest) => string> {
  await batch.findIds(
    'boards',
    requests.flatMap(({ board, boardId }) => [...(boardId ? [boardId] : []), ...(board ? [keyOf(board)] : [])]),
  )
  const keyFor = ({ board, boardId }: ImportedRequest): string | undefined => {
    if (boardId !== undefined && batch.knownId('boards', boardId) !== undefined) return boardId
    // In some products, the board column contains the id.
    if (board !== undefined && batch.knownId('boards', board) !== undefined) return board
    return board === undefined ? undefined : keyOf(board)
  }
  const missing = new Map<string, WantedBoard>()
  for (const request of requests) {
    const key = keyFor(request)
    if (key === undefined || batch.knownId('boards', key) !== undefined) continue
    missing.set(key, { sourceId: key, name: request.board!, isPrivate: request.isOnPrivateBoard })
  }
  const wanted = [...missing.values()]
  for (const [index, { id, isNew }] of (await resolveBoards(batch, wanted)).entries()) {
    batch.learn('boards', wanted[index]!.sourceId, id)
    batch.count('boards', isNew ? 'created' : 'unchanged')
  }
  const needsDefault = requests.some((request) => keyFor(request) === undefined)
  const fallback = needsDefault ? await defaultBoard(batch) : ''
  return (request) => batch.knownId('boards', keyFor(request) ?? '') ?? fallback
}

async function defaultBoard({ scope, run }: Batch): Promise<string> {
  const row = await scope.db
    .selectFrom('boards')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .$if(run.options.board !== undefined, (query) => query.where('slug', '=', run.options.board!))
    .orderBy('accepts_requests', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw invalidState(`This workspace has no board ${run.options.board ?? ''}. Create one first.`)
  return row.id
}

async function resolveBoards(batch: Batch, wanted: WantedBoard[]): Promise<{ id: string; isNew: boolean }[]> {
  if (wanted.length === 0) return []
  const { scope, tx } = batch
  const existing = await scope.db
    .selectFrom('boards')
    .select(['id', 'slug', 'name', 'position'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const remembered = new Map(
    (
      await batch.remembered(
        'boards',
        wanted.map(({ sourceId }) => sourceId),
      )
    ).map((row) => [row.sourceId, row.targetId]),
  )
  const taken = new Map(existing.flatMap(({ id, slug, name }) => [[slug, id] as const, [boardSlug(name), id] as const]))
  let position = Math.max(-1, ...existing.map((board) => board.position))
  return wanted.map(({ sourceId, name, isPrivate }) => {
    const slug = boardSlug(name)
    const known = existing.find(({ id }) => id === remembered.get(sourceId))?.id ?? taken.get(slug)
    if (known !== undefined) {
      if (!remembered.has(sourceId)) batch.remember('boards', [{ sourceId, targetId: known, isCreated: false }])
      return { id: known, isNew: false }
    }
    const id = newId()
    taken.set(slug, id)
    position += 1
    tx?.defer(
      sql`insert into boards (workspace_id, id, slug, name, position, accepts_requests, is_public, created_at)
        values (${scope.workspaceId}, ${id}, ${slug}, ${name}, ${position}, true, ${!isPrivate}, ${scope.now})`.execute(
        tx.db,
      ),
    )
    batch.remember('boards', [{ sourceId, targetId: id, isCreated: true }])
    return { id, isNew: true }
  })
}
