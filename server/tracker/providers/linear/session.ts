import {
  type Access,
  type Identity,
  type Issue,
  type ProposedIssue,
  type StateType,
  stateTypes,
  TrackerError,
  type TrackerSession,
} from '../../tracker.ts'
import { type Ask, askOf } from './client.ts'
import { choices } from './choices.ts'
import * as documents from './documents.ts'
import { LinearEntryError, LinearRefusal } from './errors.ts'
import { inspectionOf, questionOf } from './resolve-target.ts'

/** Linear's GraphQL API: https://linear.app/developers/graphql */
export function openSession(access: Access): TrackerSession {
  const ask = askOf(access)
  return {
    account: () => ask(documents.account, {}, accountOf),
    choices: (kind, teamId) => choices[kind](ask, teamId),
    inspect: (target) =>
      ask(documents.inspect, questionOf(target), (answer: documents.InspectAnswer) => inspectionOf(target, answer)),
    find: (identity) => find(ask, identity),
    create: (identity, issue) => create(ask, identity, issue),
    read: (issueIds) => read(ask, issueIds),
    attach: (issueId, backlink) => ask(documents.attach, { input: { issueId, ...backlink } }, () => undefined),
    subscribe: (hook) => subscribe(ask, hook),
    unsubscribe: (hookId) => unsubscribe(ask, hookId),
  }
}

const accountOf = ({ organization: { id, name, urlKey } }: documents.AccountAnswer) => ({
  id,
  name,
  url: `https://linear.app/${urlKey}`,
})

const find = (ask: Ask, { linkId }: Identity): Promise<Issue | null> =>
  ask(documents.find, { id: linkId }, (answer: documents.IssuesAnswer) => issuesOf(answer)[0] ?? null)

/**
 * Of what is left out nothing can be said: what is deleted lies in the bin for 30 days, what is out of sight is left out
 * as well. One that fails all of them is found by asking for halves.
 */
async function read(ask: Ask, ids: string[]): Promise<Map<string, Issue | null>> {
  if (ids.length === 0) return new Map()
  try {
    const issues = new Map((await ask(documents.read, { ids }, issuesOf)).map((issue) => [issue.id, issue]))
    return new Map(ids.map((id) => [id, issues.get(id) ?? null]))
  } catch (error) {
    if (!(error instanceof LinearEntryError)) throw error
    if (ids.length === 1) return new Map([[ids[0]!, null]])
    const half = ids.length >> 1
    return new Map([...(await read(ask, ids.slice(0, half))), ...(await read(ask, ids.slice(half)))])
  }
}

async function create(ask: Ask, identity: Identity, issue: ProposedIssue): Promise<Issue> {
  const input = inputOf(identity, issue)
  try {
    return await ask(documents.create, { input }, (answer: documents.CreateAnswer) => issueOf(answer.issueCreate.issue))
  } catch (error) {
    // That the id is taken is one of many things with the same code.
    const existing = error instanceof LinearRefusal ? await find(ask, identity) : null
    if (existing === null) throw error
    return existing
  }
}

/** What is not chosen is left out, so that the team's own rules apply to it. */
function inputOf({ linkId }: Identity, { teamId, title, description, labelIds, ...others }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'Linear needs a team for an issue')
  const { projectId, assigneeId, priority } = others
  const chosen = Object.entries({ projectId, assigneeId, priority }).filter(([, value]) => value !== null)
  return { id: linkId, teamId, title, description, labelIds, ...Object.fromEntries(chosen) }
}

const issuesOf = ({ issues }: documents.IssuesAnswer): Issue[] => issues.nodes.map(issueOf)

const issueOf = ({ id, identifier, url, title, state, archivedAt, trashed }: documents.IssueNode): Issue => ({
  id,
  identifier,
  url,
  title,
  state: { name: state.name, type: stateTypeOf(state.type) },
  isGone: archivedAt !== null || trashed === true,
})

/** Linear has more than ours, and may get others still: those are work that nobody has begun. */
function stateTypeOf(type: string): StateType {
  if (type === 'duplicate') return 'canceled'
  return stateTypes.find((known) => known === type) ?? 'backlog'
}

interface Hook {
  url: string
  secret: string
  teamId: string | null
}

/** Refused where the credential is not an administrator's, or `url` is not on the public internet. */
async function subscribe(ask: Ask, { url, secret, teamId }: Hook): Promise<string | null> {
  const scope = teamId === null ? { allPublicTeams: true } : { teamId }
  const input = { label: 'Heed', url, secret, resourceTypes: ['Issue'], ...scope }
  try {
    return await ask(
      documents.subscribe,
      { input },
      (answer: documents.SubscribeAnswer) => answer.webhookCreate.webhook.id,
    )
  } catch (error) {
    if (error instanceof LinearRefusal) return null
    throw error
  }
}

async function unsubscribe(ask: Ask, hookId: string): Promise<void> {
  try {
    await ask(documents.unsubscribe, { id: hookId }, () => undefined)
  } catch (error) {
    if (!(error instanceof LinearRefusal && error.isMissing)) throw error
  }
}
