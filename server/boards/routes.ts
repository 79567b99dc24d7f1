import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { PageOf } from '../platform/schemas.ts'
import { createBoard } from './create.ts'
import { getBoard, listBoardPage } from './resources.ts'
import { ApiBoardCreate, ApiBoardUpdate, Board, BoardPageQuery } from './schema.ts'
import { updateBoard } from './update.ts'

export const boardRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.get(
      '/boards',
      {
        operationId: 'listBoards',
        summary: 'List boards',
        description: 'In the team’s order, private ones included.',
        tag: 'Boards',
        scope: 'boards:read',
        query: BoardPageQuery,
        responses: { 200: PageOf(Board) },
      },
      (scope, { query }) => listBoardPage(scope, query, cursors),
    )

    api.post(
      '/boards',
      {
        operationId: 'createBoard',
        summary: 'Create a board',
        description:
          'Adds it after the others. By default it is public, accepts requests, and reviews all new requests of customers.',
        tag: 'Boards',
        scope: 'boards:write',
        body: ApiBoardCreate,
        responses: { 201: Board },
        example: { name: 'Integrations', slug: 'integrations' },
      },
      async (scope, { body }) => getBoard(scope, (await createBoard(scope, body)).id),
    )

    api.patch(
      '/boards/{id}',
      {
        operationId: 'updateBoard',
        summary: 'Update a board',
        description: 'At least one member. A board that accepts no requests keeps those that it has.',
        tag: 'Boards',
        scope: 'boards:write',
        body: ApiBoardUpdate,
        responses: { 200: Board },
        example: { acceptsRequests: false },
      },
      async (scope, { id, body }) => {
        await updateBoard(scope, id, body)
        return getBoard(scope, id)
      },
    )
  }
