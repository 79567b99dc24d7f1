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
  const { repositoryNamed, requireRepository } = createRepositoryCache(client)
  return {
    getAccount: () => getAccount(access, client),
    async listChoices(kind, teamId) {
      if (kind === 'team') return listRepositories(access, client)
      const repository = await repositoryNamed(teamId)
      return repository ? listChoicesByKind[kind](client, repository) : []
    },
    resolveTarget: async (target) => resolveTarget(client, await repositoryNamed(target.teamId), target),
    // Where it may have been created but cannot be looked at, to say that there is none could make a second one.
    async findIssue(identity) {
      if (identity.teamId === null) return null
      const repository = await requireRepository(identity.teamId)
      const issue = await findIssue(client, repository, identity, () => getOwnLogin(access, client))
      return issue && toIssue(repository.id, issue)
    },
    createIssue: async (_identity, issue) => createIssue(client, await requireRepository(issue.teamId), issue),
    getIssues: (issueIds) => getIssues(client, issueIds),
    async attachBacklink() {},
    async createWebhook(hook) {
      const repository = await repositoryNamed(hook.teamId)
      return repository && createWebhook(client, repository, hook)
    },
    async deleteWebhook(hookId, teamId) {
      const repository = await repositoryNamed(teamId)
      if (repository && isWholeNumber(hookId)) await deleteWebhook(client, repository, hookId)
    },
  }
}

/** Looked up once in a conversation. */
function createRepositoryCache(client: GitHubClient) {
  const known = new Map<string, Repository>()
  const repositoryNamed = async (fullName: string | null): Promise<Repository | null> => {
    if (fullName === null) return null
    const repository = known.get(fullName) ?? (await findRepository(client, fullName))
    if (repository) known.set(fullName, repository)
    return repository
  }
  const requireRepository = async (fullName: string | null): Promise<Repository> => {
    if (fullName === null) throw new TrackerError('refused', 'GitHub needs to know the repository of an issue')
    const repository = await repositoryNamed(fullName)
    if (repository) return repository
    throw repositoryNotFound(fullName)
  }
  return { repositoryNamed, requireRepository }
}

const maxChoices = 250

async function listRepositories({ credential }: SessionOptions, client: GitHubClient): Promise<Choice[]> {
  const found =
    credential.kind === 'app'
      ? await client.list(
          '/installation/repositories',
          shapes.InstallationRepositoriesSchema,
          (page) => page.repositories,
          maxChoices,
        )
      : // The ones that are worked on come first.
        await client.list('/user/repos?sort=pushed', shapes.RepositoriesSchema, (page) => page, maxChoices)
  return found
    .filter(({ has_issues, archived }) => has_issues && !archived)
    .map((one) => toRepositoryChoice(one.full_name))
}

type ListChoices = (client: GitHubClient, repository: Repository) => Promise<Choice[]>

const listChoicesByKind: Record<'project' | 'label' | 'assignee', ListChoices> = {
  async project(client, { path }) {
    const found = await client.list(`${path}/milestones?state=open`, shapes.MilestonesSchema, all, maxChoices)
    return found.map(toMilestoneChoice)
  },
  async label(client, { path }) {
    const found = await client.list(`${path}/labels`, shapes.LabelsSchema, all, maxChoices)
    return found.map(({ name }) => ({ id: name, name, key: null }))
  },
  async assignee(client, { path }) {
    const found = await client.list(`${path}/assignees`, shapes.AssigneesSchema, all, maxChoices)
    return found.map(({ login }) => ({ id: login, name: login, key: null }))
  },
}

const all = <T>(page: T[]): T[] => page

// Hooks take rights of their own, and no address that GitHub cannot reach.
const webhookDeniedStatuses = new Set([403, 404, 422])

async function createWebhook(
  client: GitHubClient,
  { path }: Repository,
  { url, secret }: { url: string; secret: string },
) {
  const answer = await client.request(`${path}/hooks`, {
    method: 'POST',
    body: {
      name: 'web',
      active: true,
      events: ['issues'],
      config: { url, secret, content_type: 'json', insecure_ssl: '0' },
    },
  })
  return webhookDeniedStatuses.has(answer.status) ? null : String(requireContent(answer, shapes.WebhookSchema).id)
}

async function deleteWebhook(client: GitHubClient, { path }: Repository, hookId: string): Promise<void> {
  const answer = await client.request(`${path}/hooks/${hookId}`, { method: 'DELETE' })
  if (!isSuccess(answer) && answer.status !== 404) throw toRefusal(answer)
}
