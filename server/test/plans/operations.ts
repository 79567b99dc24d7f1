import { listCustomers } from '../../customers/list.ts'
import { listCustomerActivity } from '../../customers/team-activity.ts'
import { countListedByStage, getFeedbackCounts } from '../../feedback/console/counts.ts'
import { getConsoleFeedback } from '../../feedback/console/detail.ts'
import { listConsoleFeedback } from '../../feedback/console/list.ts'
import { listModerationQueue } from '../../feedback/console/moderation-queue.ts'
import { listSimilarRequests } from '../../feedback/search/similar.ts'
import { getInsights } from '../../insights/insights.ts'
import { getDeliveryReport } from '../../notifications/announcements/delivery-report.ts'
import { getOverview } from '../../overview/overview.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { listRoadmapColumns } from '../../roadmap/console/columns.ts'
import { listMissingRequests } from '../../roadmap/console/missing.ts'
import { TestClient } from '../clients/api-client.ts'
import { createPortalClient, type PortalClient } from '../clients/portal-client.ts'
import { testSecretKey } from '../test-app.ts'
import { eventOperations } from './event-operations.ts'
import { filterOperations } from './filter-operations.ts'
import { inboxOperations } from './inbox-operations.ts'
import { jobOperations } from './job-operations.ts'
import { requestPageOperations } from './request-page-operations.ts'
import { routeOperations } from './route-operations.ts'
import { call, get, type HotOperation, onRequest, read, type Subject } from './subject.ts'
import { toldOperations } from './told-operations.ts'
import { upkeepOperations } from './upkeep-operations.ts'

// Reads of the first requests of a list (`firstScanned`, `newestScanned`).
const listScan = 2_001
const searchScan = 3_000
// Matches that a search ranks (`mostVoted`).
const ranked = 600
// Index entries of a word that most requests of the workspace have; few of those requests are read.
const commonWord = 5_000
// Requests that are compared with a draft.
const compared = 400
// The items of a column of the roadmap, which are counted.
const columnItems = 300
// The newest requests of three stages, which are looked up on the roadmap.
const missingScan = 1_500
// The recipients of an announcement.
const recipients = 1_000
// Figures that count rows through an index, without reading the table.
const counted = 20_000

const submitter = { email: 'customer7@example.com' }

const apiOperations: HotOperation[] = [
  { name: 'API: list', run: get('/feedback'), index: 'feedback_newest' },
  { name: 'API: second page', run: getSecondPage, index: 'feedback_newest' },
  { name: 'API: list by stage', run: get('/feedback?stage=planned'), index: 'feedback_by_stage' },
  { name: 'API: list by board', run: get('/feedback?board=feature-requests'), index: 'feedback_by_board' },
  {
    name: 'API: search for a common text',
    run: get('/feedback?search=alendar'),
    index: 'feedback_newest',
    maxRead: searchScan,
  },
  {
    name: 'API: search for a rare text',
    run: get('/feedback?search=zeppelin'),
    index: 'feedback_search',
    maxRead: searchScan,
  },
  { name: 'API: get', run: onRequest('GET', ''), index: 'feedback_pkey' },
  {
    name: 'API: create with a known submitter',
    run: call('POST', () => '/feedback', { title: 'Calendar', description: 'Text', submitter }),
    index: 'customers_email',
  },
  { name: 'API: update', run: onRequest('PATCH', '', { title: 'Calendar export' }), index: 'feedback_pkey' },
  { name: 'API: set the stage', run: onRequest('PATCH', '/stage', { stage: 'planned' }), index: 'feedback_pkey' },
  { name: 'API: promote', run: onRequest('POST', '/promote', { status: 'in_progress' }), index: 'feedback_pkey' },
  { name: 'API: list comments', run: onRequest('GET', '/comments'), index: 'comments_of_feedback' },
  {
    name: 'API: comment',
    run: onRequest('POST', '/comments', { body: 'Yes', submitter }),
    index: 'feedback_pkey',
  },
  { name: 'API: list the roadmap', run: get('/roadmap'), index: 'roadmap_items_order' },
  // Counted by the indexes of the lists.
  { name: 'API: the workspace', run: get('/workspace'), index: 'feedback_by_stage', maxRead: counted },
  { name: 'API: list the changelog', run: get('/changelog'), index: 'changelog_entries_newest' },
]

// The newest customers, of which a search reads some at first.
const customerScan = 2_001

const onCustomer = (path: string) => call('GET', ({ customerId }) => `/customers/${customerId}${path}`)

const resourceOperations: HotOperation[] = [
  { name: 'API: list customers', run: get('/customers'), index: 'customers_newest' },
  { name: 'API: a customer by email', run: get('/customers?email=CUSTOMER7@example.com'), index: 'customers_email' },
  {
    name: 'API: a customer by external id',
    run: get('/customers?externalId=c7'),
    index: 'customers_workspace_id_external_id_key',
  },
  { name: 'API: customers of a company', run: get('/customers?company=company1'), index: 'customers_company' },
  { name: 'API: tracked customers', run: get('/customers?segment=tracked'), index: 'customers_tracked' },
  { name: 'API: participants', run: get('/customers?segment=participant'), index: 'customers_unknown_participants' },
  { name: 'API: blocked customers', run: get('/customers?segment=blocked'), index: 'customers_blocked' },
  {
    name: 'API: search customers for a common text',
    run: get('/customers?search=example.com'),
    index: 'customers_newest',
    maxRead: customerScan,
  },
  {
    name: 'API: search customers for a rare text',
    run: get('/customers?search=zeppelin'),
    index: 'customers_search',
    maxRead: customerScan,
  },
  { name: 'API: get a customer', run: onCustomer(''), index: 'customers_pkey' },
  { name: 'API: requests of a customer', run: onCustomer('/feedback'), index: 'feedback_context_customer' },
  { name: 'API: votes of a customer', run: onCustomer('/votes'), index: 'votes_of_customer' },
  { name: 'API: votes of a request', run: onRequest('GET', '/votes'), index: 'votes_of_feedback' },
  {
    name: 'API: upsert a customer',
    run: call('PUT', () => '/customers', {
      email: 'customer7@example.com',
      name: 'Ada',
      company: { externalId: 'company1', attributes: { plan: 'pro' } },
    }),
    index: 'companies_workspace_id_external_id_key',
  },
  {
    name: 'API: vote on behalf of a customer',
    run: call('PUT', ({ requestId, customerId }) => `/feedback/${requestId}/votes/${customerId}`),
    index: 'feedback_pkey',
  },
  { name: 'API: list companies', run: get('/companies'), index: 'companies_newest' },
]

async function getSecondPage({ app, workspace }: Subject): Promise<void> {
  const client = new TestClient(app.origin, workspace.key)
  const { body } = await client.get('/feedback?limit=2')
  await client.get(`/feedback?limit=2&cursor=${body.pagination.nextCursor}`)
}

const visit =
  (path: (subject: Subject) => string, isSignedIn = false) =>
  async ({ app, workspace, ...subject }: Subject): Promise<unknown> => {
    const portal = createPortalClient(app, workspace, isSignedIn ? subject.cookie : '')
    return expectPage(await portal.get(path({ app, workspace, ...subject })))
  }

function expectPage(response: Awaited<ReturnType<PortalClient['get']>>): string {
  if (response.status >= 300) throw new Error(`The portal returned ${response.status}.`)
  return response.text
}

const portalOperations: HotOperation[] = [
  {
    name: 'portal: open requests',
    run: visit(() => '/'),
    index: 'feedback_trending',
    maxRead: listScan,
  },
  {
    name: 'portal: most votes',
    run: visit(() => '/?sort=votes', true),
    index: 'feedback_most_votes',
    maxRead: listScan,
  },
  {
    name: 'portal: newest',
    run: visit(() => '/?sort=newest', true),
    index: 'feedback_newest',
    maxRead: listScan,
  },
  {
    name: 'portal: planned',
    run: visit(() => '/?stage=planned', true),
    index: 'feedback_trending',
    maxRead: listScan,
  },
  {
    name: 'portal: search',
    run: visit(() => '/?search=calendar', true),
    index: 'feedback_most_votes',
    maxRead: listScan,
    maxSorted: ranked,
  },
  {
    name: 'portal: search for a rare word',
    run: visit(() => '/?search=zeppelin', true),
    index: 'feedback_search_terms',
    maxRead: listScan,
    maxSorted: ranked,
  },
  {
    name: 'portal: request',
    run: visit(({ requestId }) => `/requests/${requestId}`, true),
    index: 'feedback_pkey',
  },
  {
    name: 'portal: roadmap',
    run: visit(() => '/roadmap'),
    index: 'feedback_pkey',
    maxRead: columnItems,
    maxSorted: columnItems,
  },
  {
    name: 'portal: similar requests',
    run: visit(() => '/widget/similar?title=Calendar+zeppelin', true),
    index: 'feedback_pkey',
    maxRead: commonWord,
    maxSorted: compared,
  },
  { name: 'portal: changelog', run: visit(() => '/changelog'), index: 'changelog_entries_published' },
  { name: 'portal: vote', run: vote, index: 'feedback_pkey' },
]

async function vote({ app, workspace, requestId, cookie }: Subject): Promise<void> {
  const portal = createPortalClient(app, workspace, cookie)
  expectPage(await portal.send(`/requests/${requestId}/vote`, { vote: 'cast' }))
}

const readDeliveryReport = read(async (scope) => {
  const { entry_id: entryId } = await scope.db
    .selectFrom('announcements')
    .select('entry_id')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('entry_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return getDeliveryReport(scope, entryId, { isMailConfigured: true })
})

const signer = new Signer(testSecretKey, 'cursors')

const consoleOperations: HotOperation[] = [
  {
    name: 'console: overview',
    run: read((scope) => getOverview(scope, 'UTC', { isMailConfigured: true })),
    index: 'feedback_recently_active',
    // Requests and votes by day, and the deliveries of the latest entry by state.
    maxRead: counted,
    maxSorted: 1_000,
  },
  {
    name: 'console: list',
    run: read((scope) => listConsoleFeedback(scope, {}, signer)),
    index: 'feedback_newest',
    maxRead: listScan,
  },
  {
    name: 'console: most votes of a stage',
    run: read((scope) => listConsoleFeedback(scope, { stages: ['planned'], sort: 'votes' }, signer)),
    index: 'feedback_most_votes',
    maxRead: listScan,
  },
  {
    name: 'console: unanswered requests',
    run: read((scope) => listConsoleFeedback(scope, { isUnanswered: true }, signer)),
    index: 'comments_of_feedback',
    maxRead: listScan,
    // Those among the most recently active requests (`checkedForReplies`).
    maxSorted: listScan,
  },
  {
    name: 'console: answered requests',
    run: read((scope) => listConsoleFeedback(scope, { isAnswered: true, sort: 'votes' }, signer)),
    index: 'comments_of_feedback',
    maxRead: listScan,
    maxSorted: listScan,
  },
  {
    name: 'console: counts of unanswered requests by stage',
    run: read((scope) => countListedByStage(scope, { isUnanswered: true }, null)),
    index: 'feedback_recently_active',
    maxRead: listScan,
    maxSorted: listScan,
  },
  {
    name: 'console: insights',
    run: read((scope) => getInsights(scope, 'UTC', 12)),
    index: null,
    // Requests, votes and comments of twelve weeks, by day, board and customer.
    maxRead: counted,
    maxSorted: counted,
  },
  {
    name: 'console: votes of a customer',
    run: read((scope, { customerId }) => listCustomerActivity(scope, customerId, 'votes', {}, signer)),
    index: 'votes_of_customer',
  },
  {
    name: 'console: search',
    run: read((scope) => listConsoleFeedback(scope, { search: 'calendar' }, signer)),
    index: 'feedback_most_votes',
    maxRead: listScan,
    maxSorted: ranked,
  },
  {
    name: 'console: search for an issue',
    run: read((scope) => listConsoleFeedback(scope, { search: 'ENG-123' }, signer)),
    index: 'feedback_search_terms',
    maxRead: listScan,
    maxSorted: ranked,
  },
  {
    name: 'console: search for the requests of an address',
    run: read((scope) => listConsoleFeedback(scope, { search: 'customer7@example.com' }, signer)),
    index: 'customers_email',
    maxRead: listScan,
    maxSorted: ranked,
  },
  {
    name: 'console: counts by stage',
    run: read((scope) => getFeedbackCounts(scope)),
    index: 'feedback_by_stage',
    maxRead: counted,
  },
  {
    name: 'console: request',
    run: read((scope, { requestId }) => getConsoleFeedback(scope, requestId)),
    index: 'feedback_pkey',
  },
  {
    name: 'console: review queue',
    run: read((scope) => listModerationQueue(scope, {}, signer)),
    index: 'feedback_pending',
  },
  {
    name: 'console: similar requests',
    run: read((scope) => listSimilarRequests(scope, { title: 'Calendar zeppelin', description: 'It has text.' })),
    index: 'feedback_search_terms',
    maxRead: commonWord,
    maxSorted: compared,
  },
  {
    name: 'console: delivery report',
    run: readDeliveryReport,
    index: 'notification_deliveries_entry',
    maxRead: recipients,
    maxSorted: recipients,
  },
  {
    name: 'console: roadmap',
    run: read((scope) => listRoadmapColumns(scope)),
    index: 'roadmap_items_column',
    maxRead: columnItems,
    maxSorted: columnItems,
  },
  {
    name: 'console: requests missing on the roadmap',
    run: read((scope) => listMissingRequests(scope, 100)),
    index: 'feedback_by_stage',
    maxRead: missingScan,
    maxSorted: missingScan,
  },
  { name: 'console: customers', run: read((scope) => listCustomers(scope, {}, signer)), index: 'customers_newest' },
  {
    name: 'console: search customers for a common text',
    run: read((scope) => listCustomers(scope, { search: 'example.com' }, signer)),
    index: 'customers_newest',
    maxRead: customerScan,
    maxSorted: customerScan,
  },
  {
    name: 'console: search customers for a rare word',
    run: read((scope) => listCustomers(scope, { search: 'zeppelin' }, signer)),
    index: 'customers_terms',
    maxRead: customerScan,
  },
  {
    name: 'console: search customers for a misspelled name',
    run: read((scope) => listCustomers(scope, { search: 'zepelin' }, signer)),
    index: 'customers_terms',
    maxRead: customerScan,
  },
  {
    name: 'console: search customers by company',
    run: read((scope) => listCustomers(scope, { search: 'company999' }, signer)),
    index: 'companies_terms',
    maxRead: customerScan,
  },
]

/** What people and programs do all day, and what the worker does for them. */
export const hotOperations: HotOperation[] = [
  ...apiOperations,
  ...resourceOperations,
  ...portalOperations,
  ...consoleOperations,
  ...filterOperations,
  ...jobOperations,
  ...eventOperations,
  ...inboxOperations,
  ...requestPageOperations,
  ...toldOperations,
  ...upkeepOperations,
  ...routeOperations,
]
