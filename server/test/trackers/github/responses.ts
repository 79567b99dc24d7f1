import type { components } from '@octokit/openapi-types'
import {
  appLogin,
  type GitHubData,
  type Milestone,
  type Repository,
  type StoredIssue,
  type StoredWebhook,
} from './data.ts'

// Response bodies in the types GitHub publishes; the largest only with the members a client may need.

type Schemas = components['schemas']

const site = 'https://github.com'
const docs = 'https://docs.github.com/rest'
const anyTime = '2026-01-01T00:00:00Z'

const idOf = (text: string): number => [...text].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1e9

export const basicErrorBody = (message: string, status: number): Schemas['basic-error'] => ({
  message,
  documentation_url: docs,
  status: String(status),
})

export const validationError = (
  errors: NonNullable<Schemas['validation-error']['errors']>,
  message = 'Validation Failed',
): Schemas['validation-error'] => ({ message, documentation_url: docs, errors })

export function userBody({ url }: GitHubData, login: string): Schemas['simple-user'] {
  const base = `${url}/users/${login}`
  return {
    login,
    id: idOf(login),
    node_id: `U_${login}`,
    avatar_url: `${site}/images/${login}.gif`,
    gravatar_id: '',
    url: base,
    html_url: `${site}/${login}`,
    followers_url: `${base}/followers`,
    following_url: `${base}/following{/other_user}`,
    gists_url: `${base}/gists{/gist_id}`,
    starred_url: `${base}/starred{/owner}{/repo}`,
    subscriptions_url: `${base}/subscriptions`,
    organizations_url: `${base}/orgs`,
    repos_url: `${base}/repos`,
    events_url: `${base}/events{/privacy}`,
    received_events_url: `${base}/received_events`,
    type: login === appLogin ? 'Bot' : 'User',
    site_admin: false,
  }
}

type RepositoryBody = Pick<
  Schemas['full-repository'],
  'id' | 'node_id' | 'name' | 'full_name' | 'owner' | 'private' | 'html_url' | 'url' | 'has_issues' | 'archived'
>

export function repositoryBody(data: GitHubData, { id, fullName, hasIssues, isArchived }: Repository): RepositoryBody {
  const [owner = '', name = ''] = fullName.split('/')
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    owner: userBody(data, owner),
    private: true,
    html_url: `${site}/${fullName}`,
    url: `${data.url}/repos/${fullName}`,
    has_issues: hasIssues,
    archived: isArchived,
  }
}

export function milestoneBody(data: GitHubData, { fullName }: Repository, milestone: Milestone): Schemas['milestone'] {
  const { number, title, state } = milestone
  const url = `${data.url}/repos/${fullName}/milestones/${number}`
  return {
    url,
    html_url: `${site}/${fullName}/milestone/${number}`,
    labels_url: `${url}/labels`,
    id: 1_000 + number,
    node_id: `MI_${number}`,
    number,
    state,
    title,
    description: null,
    creator: null,
    open_issues: 0,
    closed_issues: 0,
    created_at: anyTime,
    updated_at: anyTime,
    closed_at: state === 'closed' ? anyTime : null,
    due_on: null,
  }
}

export const labelBody = (data: GitHubData, { fullName }: Repository, name: string): Schemas['label'] => ({
  id: idOf(name),
  node_id: `LA_${idOf(name)}`,
  url: `${data.url}/repos/${fullName}/labels/${encodeURIComponent(name)}`,
  name,
  description: null,
  color: 'a2eeef',
  default: false,
})

export function issueBody(data: GitHubData, repository: Repository, issue: StoredIssue): Schemas['issue'] {
  const { number, state, stateReason, title, description, createdAt, isLocked } = issue
  const url = `${data.url}/repos/${repository.fullName}/issues/${number}`
  const milestone = repository.milestones.find((one) => String(one.number) === issue.projectId)
  const assignee = issue.assigneeId === null ? null : userBody(data, issue.assigneeId)
  const htmlUrl = `${site}/${repository.fullName}/${issue.isPull ? 'pull' : 'issues'}/${number}`
  return {
    id: repository.id * 1_000 + number,
    node_id: `I_${repository.id}_${number}`,
    url,
    repository_url: `${data.url}/repos/${repository.fullName}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: htmlUrl,
    number,
    state,
    state_reason: stateReason,
    title,
    body: description === '' ? null : description,
    user: userBody(data, issue.author),
    labels: issue.labelIds.map((name) => labelBody(data, repository, name)),
    assignee,
    assignees: assignee ? [assignee] : [],
    milestone: milestone ? milestoneBody(data, repository, milestone) : null,
    locked: isLocked,
    active_lock_reason: null,
    comments: 0,
    closed_at: state === 'closed' ? anyTime : null,
    created_at: createdAt,
    updated_at: createdAt,
    author_association: 'NONE',
    ...(issue.isPull && {
      pull_request: { url: `${url}/pull`, html_url: htmlUrl, diff_url: null, patch_url: null },
    }),
  }
}

/** Returns a search result. Real results omit some members of an issue, which no test depends on. */
export const searchBody = (items: Schemas['issue'][]) => ({
  total_count: items.length,
  incomplete_results: false,
  search_type: 'lexical',
  items: items.map((issue) => ({ ...issue, score: 1 })),
})

type WebhookBody = Pick<Schemas['hook'], 'type' | 'id' | 'name' | 'active' | 'events' | 'config' | 'url'>

export const webhookBody = (data: GitHubData, { fullName }: Repository, { id, url }: StoredWebhook): WebhookBody => ({
  type: 'Repository',
  id: Number(id),
  name: 'web',
  active: true,
  events: ['issues'],
  // The secret is never shown again.
  config: { url, content_type: 'json', insecure_ssl: '0', secret: '********' },
  url: `${data.url}/repos/${fullName}/hooks/${id}`,
})

export const tokenBody = (token: string, expiresAt: string): Schemas['installation-token'] => ({
  token,
  expires_at: expiresAt,
  permissions: { issues: 'write', metadata: 'read' },
  repository_selection: 'all',
})

type InstallationBody = Pick<
  Schemas['installation'],
  'id' | 'account' | 'app_id' | 'app_slug' | 'suspended_at' | 'target_type'
>

export const installationBody = (data: GitHubData, id: number, appId: number): InstallationBody => ({
  id,
  account: { ...userBody(data, 'acme'), type: 'Organization' },
  app_id: appId,
  app_slug: appLogin.replace('[bot]', ''),
  suspended_at: null,
  target_type: 'Organization',
})

type WebhookPayload = Pick<Schemas['webhook-issues-edited'], 'action' | 'changes'> & {
  issue: Pick<Schemas['webhooks_issue'], 'id' | 'number' | 'title' | 'html_url' | 'body'>
  repository: Pick<Schemas['repository-webhooks'], 'id' | 'full_name' | 'private' | 'html_url'>
}

/** Returns the body GitHub sends to a webhook after a title change. */
export function webhookPayload(data: GitHubData, repository: Repository, issue: StoredIssue): WebhookPayload {
  const { id, number, title, html_url, body } = issueBody(data, repository, issue)
  const { full_name, private: isPrivate, html_url: address } = repositoryBody(data, repository)
  return {
    action: 'edited',
    changes: { title: { from: 'Old title' } },
    issue: { id, number, title, html_url, body: body ?? null },
    repository: { id: repository.id, full_name, private: isPrivate, html_url: address },
  }
}
