import { type Choice, type SessionOptions, TrackerError, type TrackerSession } from '../../tracker.ts'
import { getAccount, getOwnLogin } from './account.ts'
import { createGitHubClient, type GitHubClient, isSuccess, requireContent } from './client.ts'
import { createIssue } from './create-issue.ts'
import { toRefusal } from './errors.ts'
import { findIssue } from './find-issue.ts'
import { isWholeNumber, repositoryNotFound } from './ids.ts'
import { getIssues, toIssue } from './issues.ts'
import { findRepository, type Repository, toRepositoryChoice } from './repository.ts'
import { resolveTarget, toMilestoneChoice } from './resolve-target.ts'
import * as shapes from './schemas.ts'

export function openSession(access: SessionOptions): TrackerSession {
  const client = createGitHubClient(access)
  const { getRepository, requireRepository } = createRepositoryCache(client)
  return {
    getAccount: () => getAccount(access, client),
    async listChoices(kind, teamId) {
      if (kind === 'team') return listRepositories(access, client)
      const repository = await getRepository(teamId)
      return repository ? listChoicesByKind[kind](client, repository) : []
    },
    resolveTarget: async (target) => resolveTarget(client, await getRepository(target.teamId), target),
    // Throws if the repository is not visible: returning null could lead to a second issue.
    async findIssue(identity) {
      if (identity.teamId === null) return null
      const repository = await requireRepository(identity.teamId)
      const issue = await findIssue(client, repository, identity, () => getOwnLogin(access, client))
      return issue && toIssue(repository.id, issue)
    },
    createIssue: async (_identity, issue) => createIssue(client, await requireRepository(issue.teamId), issue),
    getIssues: (issueIds) => getIssues(client, issueIds),
    async attachBacklink() {},
    async createWebhook(webhook) {
      const repository = await getRepository(webhook.teamId)
      return repository && createWebhook(client, repository, webhook)
    },
    async deleteWebhook(webhookId, teamId) {
      const repository = await getRepository(teamId)
      if (repository && isWholeNumber(webhookId)) await deleteWebhook(client, repository, webhookId)
    },
  }
}

/** Looks up each repository once per session. */
function createRepositoryCache(client: GitHubClient) {
  const cache = new Map<string, Repository>()
  const getRepository = async (fullName: string | null): Promise<Repository | null> => {
    if (fullName === null) return null
    const repository = cache.get(fullName) ?? (await findRepository(client, fullName))
    if (repository) cache.set(fullName, repository)
    return repository
  }
  const requireRepository = async (fullName: string | null): Promise<Repository> => {
    if (fullName === null) throw new TrackerError('refused', 'GitHub needs a repository for an issue')
    const repository = await getRepository(fullName)
    if (repository) return repository
    throw repositoryNotFound(fullName)
  }
  return { getRepository, requireRepository }
}

const maxChoices = 250

async function listRepositories({ credential }: SessionOptions, client: GitHubClient): Promise<Choice[]> {
  const items =
    credential.kind === 'app'
      ? await client.list(
          '/installation/repositories',
          shapes.InstallationRepositoriesSchema,
          (page) => page.repositories,
          maxChoices,
        )
      : // Active repositories first.
        await client.list('/user/repos?sort=pushed', shapes.RepositoriesSchema, (page) => page, maxChoices)
  return items
    .filter(({ has_issues, archived }) => has_issues && !archived)
    .map(({ full_name }) => toRepositoryChoice(full_name))
}

type ListChoices = (client: GitHubClient, repository: Repository) => Promise<Choice[]>

const listChoicesByKind: Record<'project' | 'label' | 'assignee', ListChoices> = {
  async project(client, { path }) {
    const items = await client.list(`${path}/milestones?state=open`, shapes.MilestonesSchema, all, maxChoices)
    return items.map(toMilestoneChoice)
  },
  async label(client, { path }) {
    const items = await client.list(`${path}/labels`, shapes.LabelsSchema, all, maxChoices)
    return items.map(({ name }) => ({ id: name, name, key: null }))
  },
  async assignee(client, { path }) {
    const items = await client.list(`${path}/assignees`, shapes.AssigneesSchema, all, maxChoices)
    return items.map(({ login }) => ({ id: login, name: login, key: null }))
  },
}

const all = <T>(page: T[]): T[] => page

// Webhooks need their own permission, and an address that GitHub can reach.
const webhookDeniedStatuses = new Set([403, 404, 422])

async function createWebhook(
  client: GitHubClient,
  { path }: Repository,
  { url, secret }: { url: string; secret: string },
) {
  const response = await client.request(`${path}/hooks`, {
    method: 'POST',
    body: {
      name: 'web',
      active: true,
      events: ['issues'],
      config: { url, secret, content_type: 'json', insecure_ssl: '0' },
    },
  })
  return webhookDeniedStatuses.has(response.status) ? null : String(requireContent(response, shapes.WebhookSchema).id)
}

async function deleteWebhook(client: GitHubClient, { path }: Repository, webhookId: string): Promise<void> {
  const response = await client.request(`${path}/hooks/${webhookId}`, { method: 'DELETE' })
  if (!isSuccess(response) && response.status !== 404) throw toRefusal(response)
}
