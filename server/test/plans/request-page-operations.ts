import { listConsoleComments } from '../../comments/console.ts'
import { listEarlierTexts } from '../../edits/queries.ts'
import { listMentions } from '../../inbox/mentions/queries.ts'
import { hasUnread } from '../../inbox/queries.ts'
import { countRecipientsOfRequest } from '../../notifications/recipients/count-recipients.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { getActiveLink } from '../../tracker/links.ts'
import { listVoters } from '../../votes/voters.ts'
import { testSecretKey } from '../test-app.ts'
import { asMember } from './inbox-operations.ts'
import { type HotOperation, read } from './subject.ts'

const signer = new Signer(testSecretKey, 'cursors')
// The voters of the most popular request, and its submitter.
const voters = 3_100

/**
 * The statements that load the page of a request in the console (web/console/requests/detail/load.ts), except the request itself,
 * which is `console: request`.
 */
export const requestPageOperations: HotOperation[] = [
  {
    name: 'console: voters of a request',
    run: read((scope, { requestId }) => listVoters(scope, requestId, { limit: 5 }, signer)),
    index: 'votes_of_feedback',
  },
  {
    name: 'console: comments of a request, with their earlier texts and mentions',
    run: read(async (scope, { requestId }) => {
      const { data } = await listConsoleComments(scope, { of: 'feedback_id', id: requestId }, {}, signer)
      const ids = data.map(({ id }) => id)
      await Promise.all([listEarlierTexts(scope, [requestId, ...ids]), listMentions(scope, ids)])
    }),
    index: null,
  },
  {
    name: 'console: email recipients of a change to a request',
    run: read((scope, { requestId }) => countRecipientsOfRequest(scope, requestId)),
    index: null,
    maxRead: voters,
    maxSorted: voters,
  },
  {
    name: 'console: unread notifications of a request',
    run: read((scope, { requestId }) => asMember(scope, (tx) => hasUnread(tx, { of: 'feedback_id', id: requestId }))),
    index: 'member_notifications_request',
  },
  {
    name: 'console: linked issue of a request',
    run: read((scope, { requestId }) => getActiveLink(scope, requestId)),
    index: null,
  },
]
