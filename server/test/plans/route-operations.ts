import { newId } from '../../platform/ids.ts'
import { createPortalClient } from '../clients/portal-client.ts'
import { call, get, type HotOperation, onRequest, type Subject } from './subject.ts'

// The votes of the request, from which its trend is computed again.
const votesOfRequest = 3_100
// Those of the instance, which PostgreSQL reads as a whole while there are few.
const boards = 200

const firstOf = async ({ workspace }: Subject, list: string): Promise<string> =>
  (await workspace.api.get(list)).body.data[0].id

/** Calls an operation on the first item of a list. */
const onFirstOf =
  (list: string, method: string, path = '', body?: object) =>
  async (subject: Subject): Promise<unknown> => {
    const id = await firstOf(subject, list)
    return call(method, () => `${list}/${id}${path}`, body)(subject)
  }

const newEntry = ({ workspace }: Subject) => workspace.api.create('/changelog', { title: 'News', body: 'Text' })

/** Operations of the API that no other list has. */
const apiOperations: HotOperation[] = [
  { name: 'API: set the status', run: onRequest('PATCH', '/status', { status: 'approved' }), index: 'feedback_pkey' },
  {
    name: 'API: withdraw a vote',
    run: withdrawVote,
    index: 'votes_pkey',
    maxRead: votesOfRequest,
    maxSorted: votesOfRequest,
  },
  { name: 'API: update a customer', run: updateCustomer, index: 'customers_pkey' },
  {
    name: 'API: upsert a company',
    run: call('PUT', () => '/companies', { externalId: 'company1', name: 'Company 1' }),
    index: 'companies_workspace_id_external_id_key',
  },
  { name: 'API: get a company', run: onFirstOf('/companies', 'GET'), index: 'companies_pkey' },
  {
    name: 'API: create a roadmap item',
    run: call('POST', () => '/roadmap', { title: 'Calendar', status: 'planned' }),
    index: 'roadmap_items_column',
  },
  { name: 'API: get a roadmap item', run: onFirstOf('/roadmap', 'GET'), index: 'roadmap_items_pkey' },
  {
    name: 'API: update a roadmap item',
    run: onFirstOf('/roadmap', 'PATCH', '', { title: 'Calendar export' }),
    index: 'roadmap_items_pkey',
  },
  {
    name: 'API: set the status of a roadmap item',
    run: onFirstOf('/roadmap', 'PATCH', '/status', { status: 'in_progress' }),
    index: 'roadmap_items_pkey',
  },
  { name: 'API: create an entry', run: call('POST', () => '/changelog', { title: 'News', body: 'Text' }), index: null },
  { name: 'API: get an entry', run: onFirstOf('/changelog', 'GET'), index: 'changelog_entries_pkey' },
  { name: 'API: update an entry', run: updateEntry, index: 'changelog_entries_pkey' },
  { name: 'API: delete an entry', run: deleteEntry, index: 'changelog_entries_pkey' },
  { name: 'API: publish an entry', run: publishEntry, index: 'changelog_entries_pkey' },
  {
    name: 'API: comments of an entry',
    run: onFirstOf('/changelog', 'GET', '/comments'),
    index: 'changelog_entries_pkey',
  },
  { name: 'API: comment on an entry', run: commentOnEntry, index: 'changelog_entries_pkey' },
  { name: 'API: tags', run: get('/tags'), index: null },
  { name: 'API: boards', run: get('/boards'), index: null },
  { name: 'API: get a webhook', run: onFirstOf('/webhooks', 'GET'), index: null },
]

async function withdrawVote(subject: Subject): Promise<void> {
  const path = `/feedback/${subject.requestId}/votes/${subject.customerId}`
  await call('PUT', () => path)(subject)
  await call('DELETE', () => path)(subject)
}

async function updateCustomer(subject: Subject): Promise<void> {
  await call('PATCH', () => `/customers/${subject.customerId}`, { name: `Ada ${newId()}` })(subject)
}

async function updateEntry(subject: Subject): Promise<void> {
  const { id } = await newEntry(subject)
  await call('PATCH', () => `/changelog/${id}`, { title: 'More news' })(subject)
}

async function deleteEntry(subject: Subject): Promise<void> {
  const { id } = await newEntry(subject)
  await call('DELETE', () => `/changelog/${id}`)(subject)
}

async function publishEntry(subject: Subject): Promise<void> {
  const { id } = await newEntry(subject)
  await call('POST', () => `/changelog/${id}/publish`)(subject)
}

async function commentOnEntry(subject: Subject): Promise<void> {
  const id = await publishedEntry(subject)
  await call('POST', () => `/changelog/${id}/comments`, { body: 'Thanks' })(subject)
}

const publishedEntry = async ({ app, workspace }: Subject): Promise<string> => {
  const { text } = await createPortalClient(app, workspace).get('/changelog')
  return /\/changelog\/([0-9a-f-]{36})/.exec(text)![1]!
}

const visit =
  (path: string | ((subject: Subject) => string | Promise<string>)) =>
  async (subject: Subject): Promise<void> => {
    const portal = createPortalClient(subject.app, subject.workspace, subject.cookie)
    const { status } = await portal.get(typeof path === 'string' ? path : await path(subject))
    if (status >= 300) throw new Error(`The portal returned ${status}.`)
  }

/** Pages of the portal that no other list has. */
const portalOperations: HotOperation[] = [
  { name: 'portal: form for a request', run: visit('/requests/new'), index: 'customers_pkey' },
  {
    name: 'portal: entry',
    run: visit(async (subject) => `/changelog/${await publishedEntry(subject)}`),
    index: 'changelog_entries_pkey',
  },
  { name: 'portal: feed', run: visit('/changelog/rss.xml'), index: 'changelog_entries_published' },
  { name: 'portal: own activity', run: visit('/me'), index: 'feedback_context_customer' },
  { name: 'portal: own profile', run: visit('/me/profile'), index: 'customers_pkey' },
  { name: 'portal: own data', run: visit('/me/data'), index: 'customers_pkey' },
  { name: 'portal: own data as a file', run: visit('/me/data.json'), index: 'votes_of_customer', maxRead: boards },
  {
    name: 'portal: similar requests to a draft',
    run: visit('/similar?title=Zeppelin'),
    index: 'feedback_search_terms',
  },
  { name: 'portal: widget', run: visit('/widget.json'), index: 'changelog_entries_published', maxRead: boards },
  {
    name: 'portal: entry in the widget',
    run: visit(async (subject) => `/widget/entries/${await publishedEntry(subject)}`),
    index: 'changelog_entries_pkey',
  },
]

export const routeOperations: HotOperation[] = [...apiOperations, ...portalOperations]
