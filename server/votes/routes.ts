import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { resolveMergedId } from '../feedback/merge/redirects.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { ApiResponse } from '../platform/http/api/response.ts'
import { NoContent, PageOf, pageQuery, Strict } from '../platform/schemas.ts'
import { setVote } from './on-behalf.ts'
import { getVote, listVotesOfCustomer, listVotesOfFeedback } from './queries.ts'
import { CustomerVote, FeedbackVote, Vote } from './schema.ts'

interface Deps {
  cursors: Signer
  caps: TrackedCustomerCaps
}

export const voteRoutes =
  ({ cursors, caps }: Deps): Feature =>
  (api) => {
    api.get(
      '/feedback/{id}/votes',
      {
        resolveAlias: resolveMergedId,
        operationId: 'listFeedbackVotes',
        summary: 'List the votes of a request',
        description: 'Newest first, with the customers who voted.',
        tag: 'Votes',
        scope: 'customers:read',
        query: Strict(pageQuery),
        responses: { 200: PageOf(FeedbackVote) },
      },
      (scope, { id, query }) => listVotesOfFeedback(scope, id, query, cursors),
    )

    api.put(
      '/feedback/{id}/votes/{customerId}',
      {
        resolveAlias: resolveMergedId,
        operationId: 'setVote',
        summary: 'Vote on behalf of a customer',
        description: 'Answers 201 with a new vote, and 200 if the customer had voted already. Takes no body.',
        tag: 'Votes',
        scope: 'feedback:write',
        responses: { 200: Vote, 201: Vote },
      },
      async (scope, { id: feedbackId, nestedId: customerId }) => {
        const isNew = await setVote(scope, { feedbackId, customerId, isVoted: true }, caps)
        return new ApiResponse(isNew ? 201 : 200, await getVote(scope, feedbackId, customerId))
      },
    )

    api.delete(
      '/feedback/{id}/votes/{customerId}',
      {
        resolveAlias: resolveMergedId,
        operationId: 'removeVote',
        summary: 'Remove the vote of a customer',
        description: 'Answers 204 whether or not the customer had voted.',
        tag: 'Votes',
        scope: 'feedback:write',
        responses: { 204: NoContent },
      },
      async (scope, { id: feedbackId, nestedId: customerId }) => {
        await setVote(scope, { feedbackId, customerId, isVoted: false }, caps)
      },
    )

    api.get(
      '/customers/{id}/votes',
      {
        operationId: 'listCustomerVotes',
        summary: 'List the votes of a customer',
        description: 'Newest first, with the requests that they voted for.',
        tag: 'Votes',
        scope: 'customers:read',
        query: Strict(pageQuery),
        responses: { 200: PageOf(CustomerVote) },
      },
      (scope, { id, query }) => listVotesOfCustomer(scope, id, query, cursors),
    )
  }
