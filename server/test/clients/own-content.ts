import type { TestApp, TestWorkspace } from '../test-app.ts'
import { formTokenField, hiddenFieldValue, type PortalClient } from './portal-client.ts'

type Rule = 'all' | 'links' | 'first_time' | 'none'

/** Sets which new requests and comments wait for review, on all boards. */
export const setReviewPolicy = ({ database }: TestApp, { id }: TestWorkspace, requests: Rule, comments: Rule) =>
  database.pool.query('update boards set reviews_new = $2, reviews_comments = $3 where workspace_id = $1', [
    id,
    requests,
    comments,
  ])

/** Submits a request on the portal. @returns its id */
export async function submitRequest(
  client: PortalClient,
  workspace: TestWorkspace,
  title: string,
  description = '',
): Promise<string> {
  const form = { board: 'feature-requests', title, description, seen: 'yes', ...formTokenField(workspace) }
  const sent = await client.post('/requests/new', form)
  return /requests\/([0-9a-f-]{36})/.exec(sent.headers.get('location')!)![1]!
}

/** Comments on a request on the portal. @returns the id of the comment */
export async function postComment(
  client: PortalClient,
  workspace: TestWorkspace,
  id: string,
  body: string,
  more = {},
): Promise<string> {
  const sent = await client.post(`/requests/${id}/comments`, { body, ...formTokenField(workspace), ...more })
  return /#c-([0-9a-f-]{36})$/.exec(sent.headers.get('location')!)![1]!
}

/** Opens an edit form and sends it. @param path of the form */
export async function sendEdit(client: PortalClient, path: string, fields: Record<string, string>) {
  const version = hiddenFieldValue(await client.get(path), 'version')
  return client.post(path, { ...fields, version })
}
