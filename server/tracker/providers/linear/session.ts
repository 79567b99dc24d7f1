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
  const ask = createLinearRequest(access)
  return {
    getAccount: () => ask(documents.account, {}, toAccount),
    listChoices: (kind, teamId) => choiceLists[kind](ask, teamId),
    resolveTarget: (target) =>
      ask(documents.resolveTarget, targetVariables(target), (answer: documents.ResolveTargetData) =>
        toResolvedTarget(target, answer),
      ),
    findIssue: (identity) => findIssue(ask, identity),
    createIssue: (identity, issue) => createIssue(ask, identity, issue),
    getIssues: (issueIds) => getIssues(ask, issueIds),
    attachBacklink: (issueId, backlink) =>
      ask(documents.createAttachment, { input: { issueId, ...backlink } }, () => undefined),
    createWebhook: (hook) => createWebhook(ask, hook),
    deleteWebhook: (hookId) => deleteWebhook(ask, hookId),
  }
}

const toAccount = ({ organization: { id, name, urlKey } }: documents.AccountData) => ({
  id,
  name,
  url: `https://linear.app/${urlKey}`,
})

const findIssue = (ask: LinearRequest, { linkId }: IssueIdentity): Promise<Issue | null> =>
  ask(documents.findIssue, { id: linkId }, (answer: documents.IssuesData) => toIssues(answer)[0] ?? null)

/**
 * Of what is left out nothing can be said: what is deleted lies in the bin for 30 days, what is out of sight is left out
 * as well. One that fails all of them is found by asking for halves.
 */
async function getIssues(ask: LinearRequest, ids: string[]): Promise<Map<string, Issue | null>> {
  if (ids.length === 0) return new Map()
  try {
    const issues = new Map((await ask(documents.getIssues, { ids }, toIssues)).map((issue) => [issue.id, issue]))
    return new Map(ids.map((id) => [id, issues.get(id) ?? null]))
  } catch (error) {
    if (!(error instanceof LinearEntryError)) throw error
    if (ids.length === 1) return new Map([[ids[0]!, null]])
    const half = ids.length >> 1
    return new Map([...(await getIssues(ask, ids.slice(0, half))), ...(await getIssues(ask, ids.slice(half)))])
  }
}

async function createIssue(ask: LinearRequest, identity: IssueIdentity, issue: ProposedIssue): Promise<Issue> {
  const input = toIssueInput(identity, issue)
  try {
    return await ask(documents.createIssue, { input }, (answer: documents.CreateIssueData) =>
      toIssue(answer.issueCreate.issue),
    )
  } catch (error) {
    // That the id is taken is one of many things with the same code.
    const existing = error instanceof LinearRefusal ? await findIssue(ask, identity) : null
    if (existing === null) throw error
    return existing
  }
}

/** What is not chosen is left out, so that the team's own rules apply to it. */
function toIssueInput({ linkId }: IssueIdentity, { teamId, title, description, labelIds, ...others }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'Linear needs a team for an issue')
  const { projectId, assigneeId, priority } = others
  const chosen = Object.entries({ projectId, assigneeId, priority }).filter(([, value]) => value !== null)
  return { id: linkId, teamId, title, description, labelIds, ...Object.fromEntries(chosen) }
}

const toIssues = ({ issues }: documents.IssuesData): Issue[] => issues.nodes.map(toIssue)

const toIssue = ({ id, identifier, url, title, state, archivedAt, trashed }: documents.IssueNode): Issue => ({
  id,
  identifier,
  url,
  title,
  state: { name: state.name, type: toStateType(state.type) },
  isGone: archivedAt !== null || trashed === true,
})

/** Linear has more than ours, and may get others still: those are work that nobody has begun. */
function toStateType(type: string): StateType {
  if (type === 'duplicate') return 'canceled'
  return stateTypes.find((known) => known === type) ?? 'backlog'
}

interface WebhookInput {
  url: string
  secret: string
  teamId: string | null
}

/** Refused where the credential is not an administrator's, or `url` is not on the public internet. */
async function createWebhook(ask: LinearRequest, { url, secret, teamId }: WebhookInput): Promise<string | null> {
  const scope = teamId === null ? { allPublicTeams: true } : { teamId }
  const input = { label: 'Heed', url, secret, resourceTypes: ['Issue'], ...scope }
  try {
    return await ask(
      documents.createWebhook,
      { input },
      (answer: documents.CreateWebhookData) => answer.webhookCreate.webhook.id,
    )
  } catch (error) {
    if (error instanceof LinearRefusal) return null
    throw error
  }
}

async function deleteWebhook(ask: LinearRequest, hookId: string): Promise<void> {
  try {
    await ask(documents.deleteWebhook, { id: hookId }, () => undefined)
  } catch (error) {
    if (!(error instanceof LinearRefusal && error.isMissing)) throw error
  }
}
