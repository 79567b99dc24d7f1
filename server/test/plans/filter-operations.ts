import { countListedByStage } from '../../feedback/console/counts.ts'
import type { RequestFilter } from '../../feedback/console/filter.ts'
import { listConsoleFeedback } from '../../feedback/console/list.ts'
import type { consoleSorts } from '../../feedback/console/sort.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { testSecretKey } from '../test-app.ts'
import { type HotOperation, read, type Subject } from './subject.ts'

const signer = new Signer(testSecretKey, 'cursors')

// Reads of the first requests of a list, and of the candidates of a filter (`firstScanned`).
const listScan = 2_001
// Requests that are read to count them (`maxCounted`).
const counted = 5_001
// Index entries of a tag that all requests have. The requests themselves are not read.
const allTagged = 6_100
const few = 200

type FilterOf = (scope: WriteScope, subject: Subject) => Promise<RequestFilter> | RequestFilter

const list = (filterOf: FilterOf, sort?: (typeof consoleSorts)[number]) =>
  read(async (scope, subject) => listConsoleFeedback(scope, { ...(await filterOf(scope, subject)), sort }, signer))

const tagged =
  (name: string): FilterOf =>
  async ({ db, workspaceId }) => {
    const tag = db.selectFrom('tags').select('id').where('workspace_id', '=', workspaceId).where('name', '=', name)
    return { tagIds: [(await tag.executeTakeFirstOrThrow()).id] }
  }

const owned: FilterOf = async ({ db, workspaceId }) => {
  const member = db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', 'member@example.com')
  return { ownerIds: [(await member.executeTakeFirstOrThrow()).id] }
}

const submitted: FilterOf = (_, { customerId }) => ({ customerId })

/** The team's list with each filter that may leave few requests of a large workspace. */
export const filterOperations: HotOperation[] = [
  {
    name: 'console: requests of an owner',
    run: list(owned),
    index: 'feedback_by_owner',
    maxRead: few,
  },
  { name: 'console: requests of a customer', run: list(submitted, 'votes'), index: 'feedback_context_customer' },
  {
    name: 'console: requests with a rare tag',
    run: list(tagged('rare'), 'active'),
    index: 'feedback_tags_tag',
    maxRead: few,
  },
  {
    name: 'console: requests with a common tag',
    run: list(tagged('common'), 'trend'),
    index: 'feedback_trending',
    maxRead: allTagged,
    maxSorted: allTagged,
  },
  {
    name: 'console: requests on the roadmap',
    run: list(() => ({ isOnRoadmap: true }), 'oldest'),
    index: 'roadmap_items_workspace_id_feedback_id_key',
    maxRead: few * 10,
    maxSorted: few * 10,
  },
  {
    name: 'console: requests with an issue',
    run: list(() => ({ hasIssue: true })),
    index: null,
    maxRead: few,
  },
  {
    name: 'console: requests without an owner, least active first',
    run: list(() => ({ ownerIds: [null] }), 'least-active'),
    index: 'feedback_recently_active',
    maxRead: listScan,
  },
  {
    name: 'console: requests with many votes, newest first',
    run: list(() => ({ minVotes: 39 })),
    index: 'feedback_most_votes',
    maxRead: few * 10,
    maxSorted: few * 10,
  },
  {
    name: 'console: fewest votes of some days',
    run: list(() => ({ created: { from: '3d', zone: 'UTC', now: new Date().toISOString() } }), 'fewest-votes'),
    index: 'feedback_newest',
    maxRead: listScan,
    maxSorted: listScan,
  },
  {
    name: 'console: requests that got votes on some days',
    run: list(() => ({ voted: { from: '30d', to: '2000-01-01', zone: 'UTC', now: new Date().toISOString() } })),
    index: 'votes_by_created_at',
    maxRead: few,
  },
  {
    name: 'console: requests that got votes within years',
    run: list(() => ({ voted: { from: '999d', zone: 'UTC', now: new Date().toISOString() } }), 'trend'),
    index: 'votes_of_feedback',
    maxRead: 2 * listScan,
    maxSorted: listScan,
  },
  {
    name: 'console: rejected requests',
    run: list(() => ({ statuses: ['rejected'] })),
    index: 'feedback_by_stage',
    maxRead: listScan,
  },
  {
    name: 'console: counts of a common tag by stage',
    run: read(async (scope, subject) => countListedByStage(scope, await tagged('common')(scope, subject), null)),
    index: 'feedback_tags_tag',
    maxRead: allTagged,
    maxSorted: allTagged,
  },
  {
    name: 'console: counts of requests without an owner by stage',
    run: read((scope) => countListedByStage(scope, { ownerIds: [null] }, null)),
    index: 'feedback_newest',
    maxRead: counted,
  },
]
