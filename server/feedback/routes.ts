import type { BoardRow } from '../boards/queries.ts'
import { rememberBoards } from '../boards/remembered-board.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { bytePage, byteResource } from '../platform/http/api/response.ts'
import { PageOf } from '../platform/schemas.ts'
import { createFeedback } from './create.ts'
import { setStage } from './lifecycle/set-stage.ts'
import { setStatus } from './lifecycle/set-status.ts'
import { listFeedback } from './list.ts'
import { resolveMergedId } from './merge/redirects.ts'
import { getFeedbackJson } from './queries.ts'
import { Feedback, FeedbackCreate, FeedbackFilter, FeedbackUpdate, StageChange, StatusChange } from './schema.ts'
import { updateFeedback } from './update.ts'

interface Deps {
  cursors: Signer
  caps: TrackedCustomerCaps
}

export const feedbackRoutes =
  ({ cursors, caps }: Deps): Feature =>
  (api) => {
    const boards = rememberBoards()

    api.get(
      '/feedback',
      {
        operationId: 'listFeedback',
        summary: 'List feedback requests',
        description: 'Returns requests, newest first.',
        tag: 'Feedback',
        scope: 'feedback:read',
        query: FeedbackFilter,
        responses: { 200: PageOf(Feedback) },
      },
      async (scope, { query }) => bytePage(await listFeedback(scope, query, cursors)),
    )

    api.post(
      '/feedback',
      {
        operationId: 'createFeedback',
        summary: 'Submit a feedback request',
        description:
          'Call this from your server, which holds the API key. A request with a submitter starts with the submitter’s vote. A new submitter counts toward the plan’s tracked customers.',
        tag: 'Feedback',
        scope: 'feedback:write',
        body: FeedbackCreate,
        responses: { 201: Feedback },
        example: {
          title: 'Export as CSV',
          description: 'We copy the table by hand every month.',
          submitter: { email: 'ada@example.com', name: 'Ada' },
        },
      },
      (scope, { body }, board: BoardRow) => createFeedback(scope, body, caps, board),
      {
        read: (scope, { body }) => boards.read(scope, body.boardId),
        recall: (scope, { body }) => boards.recall(scope, body.boardId),
        requireSame: (tx, { body }, board) => boards.requireSame(tx, body.boardId, board),
      },
    )

    api.get(
      '/feedback/{id}',
      {
        resolveAlias: resolveMergedId,
        operationId: 'getFeedback',
        summary: 'Get one feedback request',
        tag: 'Feedback',
        scope: 'feedback:read',
        responses: { 200: Feedback },
      },
      async (scope, { id }) => byteResource(await getFeedbackJson(scope, id)),
    )

    api.patch(
      '/feedback/{id}',
      {
        resolveAlias: resolveMergedId,
        operationId: 'updateFeedback',
        summary: 'Update the title or description',
        tag: 'Feedback',
        scope: 'feedback:write',
        body: FeedbackUpdate,
        responses: { 200: Feedback },
        example: { title: 'Export tables as CSV' },
      },
      (scope, { id, body }) => updateFeedback(scope, id, body),
    )

    api.patch(
      '/feedback/{id}/stage',
      {
        resolveAlias: resolveMergedId,
        operationId: 'setFeedbackStage',
        summary: 'Move a request to a stage',
        description: 'Also moves the linked roadmap item.',
        tag: 'Feedback',
        scope: 'feedback:write',
        body: StageChange,
        responses: { 200: Feedback },
        example: { stage: 'planned' },
      },
      (scope, { id, body }) => setStage(scope, id, body.stage),
    )

    api.patch(
      '/feedback/{id}/status',
      {
        resolveAlias: resolveMergedId,
        operationId: 'setFeedbackStatus',
        summary: 'Set the moderation status',
        description: 'Legacy. Prefer setting the stage.',
        tag: 'Feedback',
        scope: 'feedback:write',
        body: StatusChange,
        responses: { 200: Feedback },
        example: { status: 'approved' },
      },
      (scope, { id, body }) => setStatus(scope, id, body.status),
    )
  }
