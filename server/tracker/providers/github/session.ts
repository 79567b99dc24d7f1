import { type Access, type Choice, TrackerError, type TrackerSession } from '../../tracker.ts'
import { account, ownLogin } from './account.ts'
import { type Client, contentOf, createClient, isSuccess } from './client.ts'
import { createIssue } from './create-issue.ts'
import { refusalOf } from './errors.ts'
import { findIssue } from './find-issue.ts'
import { inspectTarget, milestoneChoice } from './resolve-target.ts'
import { issueOf, readIssues } from './issues.ts'
import { gone, isWholeNumber } from './ids.ts'
import { choiceOf, findRepository, type Repository } from './repository.ts'
import * as shapes from './schemas.ts'

export function openSession(access: Access): TrackerSession {
  const client = createClient(access)
  const { repositoryNamed, requireRepository } = createRepositories(client)
  return {
    account: () => account(access, client),
    async choices(kind, teamId) {
      if (kind === 'team') return repositories(access, client)
      const repository = await repositoryNamed(teamId)
      return repository ? choicesOf[kind](client, repository) : []
    },
    inspect: async (target) => inspectTarget(client, await repositoryNamed(target.teamId), target),
    // Where it may have been created but cannot be looked at, to say that there is none could make a second one.
    async find(identity) {
      if (identity.teamId === null) return null
      const repository = await requireRepository(identity.teamId)
      const issue = await findIssue(client, repository, identity, () => ownLogin(access, client))
      return issue && issueOf(repository.id, issue)
    },
    create: async (_identity, issue) => createIssue(client, await requireRepository(issue.teamId), issue),
    read: (issueIds) => readIssues(client, issueIds),
    async attach() {},
    async subscribe(hook) {
      const repository = await repositoryNamed(hook.teamId)
      return repository && createHook(client, repository, hook)
    },
    async unsubscribe(hookId, teamId) {
      const repository = await repositoryNamed(teamId)
      if (repository && isWholeNumber(hookId)) await deleteHook(client, repository, hookId)
    },
  }
}

/** Looked up once in a conversation. */
function createRepositories(client: Client) {
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
    throw gone(fullName)
  }
  return { repositoryNamed, requireRepository }
}

const choicesAtMost = 250

async function repositories({ credential }: Access, client: Client): Promise<Choice[]> {
  const found =
    credential.kind === 'app'
      ? await client.list(
          '/installation/repositories',
          shapes.InstallationRepositoriesShape,
          (page) => page.repositories,
          choicesAtMost,
        )
      : // The ones that are worked on come first.
        await client.list('/user/repos?sort=pushed', shapes.RepositoriesShape, (page) => page, choicesAtMost)
  return found.filter(({ has_issues, archived }) => has_issues && !archived).map((one) => choiceOf(one.full_name))
}

type OfTeam = (client: Client, repository: Repository) => Promise<Choice[]>

const choicesOf: Record<'project' | 'label' | 'assignee', OfTeam> = {
  async project(client, { path }) {
    const found = await client.list(`${path}/milestones?state=open`, shapes.MilestonesShape, all, choicesAtMost)
    return found.map(milestoneChoice)
  },
  async label(client, { path }) {
    const found = await client.list(`${path}/labels`, shapes.LabelsShape, all, choicesAtMost)
    return found.map(({ name }) => ({ id: name, name, key: null }))
  },
  async assignee(client, { path }) {
    const found = await client.list(`${path}/assignees`, shapes.AssigneesShape, all, choicesAtMost)
    return found.map(({ login }) => ({ id: login, name: login, key: null }))
  },
}

const all = <T>(page: T[]): T[] => page

// Hooks take rights of their own, and no address that GitHub cannot reach.
const noHook = new Set([403, 404, 422])

async function createHook(client: Client, { path }: Repository, { url, secret }: { url: string; secret: string }) {
  const answer = await client.ask(`${path}/hooks`, {
    method: 'POST',
    body: {
      name: 'web',
      active: true,
      events: ['issues'],
      config: { url, secret, content_type: 'json', insecure_ssl: '0' },
    },
  })
  return noHook.has(answer.status) ? null : String(contentOf(answer, shapes.HookShape).id)
}

async function deleteHook(client: Client, { path }: Repository, hookId: string): Promise<void> {
  const answer = await client.ask(`${path}/hooks/${hookId}`, { method: 'DELETE' })
  if (!isSuccess(answer) && answer.status !== 404) throw refusalOf(answer)
}
