import { getEntryState } from '../changelog/queries.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { resolveMergedId } from '../feedback/merge/redirects.ts'
import { requireFeedback } from '../feedback/queries.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { invalid } from '../platform/problems.ts'
import { PageOf } from '../platform/schemas.ts'
import { createComment } from './create.ts'
import { listComments } from './queries.ts'
import { Comment, CommentCreate, CommentPageQuery } from './schema.ts'

interface Deps {
  cursors: Signer
  caps: TrackedCustomerCaps
}

const example = { body: 'This ships next week.', kind: 'staff_reply', authorName: 'Grace' }

export const commentRoutes =
  ({ cursors, caps }: Deps): Feature =>
  (api) => {
    api.get(
      '/feedback/{id}/comments',
      {
        resolveAlias: resolveMergedId,
        operationId: 'listFeedbackComments',
        summary: 'List the comments of a request',
        description: 'Oldest first, team notes included.',
        tag: 'Feedback',
        scope: 'feedback:read',
        query: CommentPageQuery,
        responses: { 200: PageOf(Comment) },
      },
      async (scope, { id, query }) => {
        const [page] = await Promise.all([
          listComments(scope, { of: 'feedback_id', id }, query, cursors),
          requireFeedback(scope, id),
        ])
        return page
      },
    )

    api.post(
      '/feedback/{id}/comments',
      {
        resolveAlias: resolveMergedId,
        operationId: 'createFeedbackComment',
        summary: 'Comment on a request, or reply as staff',
        tag: 'Feedback',
        scope: 'comments:write',
        body: CommentCreate,
        responses: { 201: Comment },
        example,
      },
      async (scope, { id, body }) => {
        await requireFeedback(scope, id)
        return createComment(scope, { of: 'feedback_id', id }, body, caps)
      },
    )

    api.get(
      '/changelog/{id}/comments',
      {
        operationId: 'listChangelogComments',
        summary: 'List the comments of an entry',
        description: 'Oldest first, team notes included.',
        tag: 'Changelog',
        scope: 'changelog:read',
        query: CommentPageQuery,
        responses: { 200: PageOf(Comment) },
      },
      async (scope, { id, query }) => {
        const [page] = await Promise.all([
          listComments(scope, { of: 'entry_id', id }, query, cursors),
          getEntryState(scope, id),
        ])
        return page
      },
    )

    api.post(
      '/changelog/{id}/comments',
      {
        operationId: 'createChangelogComment',
        summary: 'Comment on an entry, or reply as staff',
        tag: 'Changelog',
        scope: 'comments:write',
        body: CommentCreate,
        responses: { 201: Comment },
        example,
      },
      async (scope, { id, body }) => {
        const entry = await getEntryState(scope, id)
        if (!entry.comments_enabled)
          throw invalid([{ path: '', message: 'cannot be posted: comments are off for this entry' }])
        return createComment(scope, { of: 'entry_id', id }, body, caps)
      },
    )
  }
