import { toIssueUrl } from '../../issue-url.ts'
import {
  type Issue,
  type IssueIdentity,
  type ProposedIssue,
  type SessionOptions,
  type StateType,
  stateTypes,
  TrackerError,
  type TrackerSession,
} from '../../tracker.ts'
import { choiceLists } from './choices.ts'
import { createLinearRequest, type LinearRequest } from './client.ts'
import * as documents from './documents.ts'
import { LinearEntryError, LinearRefusal } from './errors.ts'
import { targetVariables, toResolvedTarget } from './resolve-target.ts'

/** Linear's GraphQL API: https://linear.app/developers/graphql */
export function openSession(access: SessionOptions): TrackerSession {
  const request = createLinearRequest(access)
  return {
    getAccount: () => request(documents.account, {}, toAccount),
    listChoices: (kind, teamId) => choiceLists[kind](request, teamId),
    resolveTarget: (target) =>
      request(documents.resolveTarget, targetVariables(target), (answer: documents.ResolveTargetData) =>
        toResolvedTarget(target, answer),
      ),
    findIssue: (identity) => findIssue(request, identity),
    createIssue: (identity, issue) => createIssue(request, identity, issue),
    getIssues: (issueIds) => getIssues(request, issueIds),
    attachBacklink: (issueId, backlink) =>
      request(documents.createAttachment, { input: { issueId, ...backlink } }, () => undefined),
    createWebhook: (webhook) => createWebhook(request, webhook),
    deleteWebhook: (webhookId) => deleteWebhook(request, webhookId),
  }
}

const toAccount = ({ organization: { id, name, urlKey } }: documents.AccountData) => ({
  id,
  name,
  url: `https://linear.app/${urlKey}`,
})

const findIssue = (request: LinearRequest, { linkId }: IssueIdentity): Promise<Issue | null> =>
  request(documents.findIssue, { id: linkId }, (answer: documents.IssuesData) => toIssues(answer)[0] ?? null)

/**
 * Reads issues. Nothing is known about one that Linear omits: it may be invisible, and a deleted one stays in the trash
 * for 30 days. An issue that makes the whole query fail is isolated by querying halves.
 */
async function getIssues(request: LinearRequest, ids: string[]): Promise<Map<string, Issue | null>> {
  if (ids.length === 0) return new Map()
  try {
    const issues = new Map((await request(documents.getIssues, { ids }, toIssues)).map((issue) => [issue.id, issue]))
    return new Map(ids.map((id) => [id, issues.get(id) ?? null]))
  } catch (error) {
    if (!(error instanceof LinearEntryError)) throw error
    if (ids.length === 1) return new Map([[ids[0]!, null]])
    const half = ids.length >> 1
    return new Map([...(await getIssues(request, ids.slice(0, half))), ...(await getIssues(request, ids.slice(half)))])
  }
}

async function createIssue(request: LinearRequest, identity: IssueIdentity, issue: ProposedIssue): Promise<Issue> {
  const input = toIssueInput(identity, issue)
  try {
    return await request(documents.createIssue, { input }, (answer: documents.CreateIssueData) =>
      toIssue(answer.issueCreate.issue),
    )
  } catch (error) {
    // Linear has no error code of its own for an id that is taken.
    const existing = error instanceof LinearRefusal ? await findIssue(request, identity) : null
    if (existing === null) throw error
    return existing
  }
}

/** Leaves out what is not set, so that the team's own defaults apply. */
function toIssueInput({ linkId }: IssueIdentity, { teamId, title, description, labelIds, ...optional }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'Linear needs a team for an issue')
  const { projectId, assigneeId, priority } = optional
  const chosen = Object.entries({ projectId, assigneeId, priority }).filter(([, value]) => value !== null)
  return { id: linkId, teamId, title, description, labelIds, ...Object.fromEntries(chosen) }
}

const toIssues = ({ issues }: documents.IssuesData): Issue[] => issues.nodes.map(toIssue)

const toIssue = ({ id, identifier, url, title, state, archivedAt, trashed }: documents.IssueNode): Issue => ({
  id,
  identifier,
  url: toIssueUrl('linear', { url, identifier }),
  title,
  state: { name: state.name, type: toStateType(state.type) },
  isGone: archivedAt !== null || trashed === true,
})

/** Maps other state types that Linear has, or may add, to work that has not started. */
function toStateType(type: string): StateType {
  if (type === 'duplicate') return 'canceled'
  return stateTypes.find((stateType) => stateType === type) ?? 'backlog'
}

interface WebhookInput {
  url: string
  secret: string
  teamId: string | null
}

/** Registers a webhook; null if the credential is not an admin's, or `url` is not on the public internet. */
async function createWebhook(request: LinearRequest, { url, secret, teamId }: WebhookInput): Promise<string | null> {
  const scope = teamId === null ? { allPublicTeams: true } : { teamId }
  const input = { label: 'Heed', url, secret, resourceTypes: ['Issue'], ...scope }
  try {
    return await request(
      documents.createWebhook,
      { input },
      (answer: documents.CreateWebhookData) => answer.webhookCreate.webhook.id,
    )
  } catch (error) {
    if (error instanceof LinearRefusal) return null
    throw error
  }
}

async function deleteWebhook(request: LinearRequest, webhookId: string): Promise<void> {
  try {
    await request(documents.deleteWebhook, { id: webhookId }, () => undefined)
  } catch (error) {
    // A webhook that is already gone is what the caller wants.
    if (!(error instanceof LinearRefusal && error.isMissing)) throw error
  }
}
