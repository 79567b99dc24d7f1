import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { FakeIssue } from '../fake-tracker.ts'

export interface Milestone {
  number: number
  title: string
  state: 'open' | 'closed'
}

export interface Repository {
  id: number
  fullName: string
  /** Former names, which GitHub redirects. */
  oldNames: string[]
  hasIssues: boolean
  isArchived: boolean
  milestones: Milestone[]
  labels: string[]
  assignees: string[]
}

export interface StoredIssue extends FakeIssue {
  repositoryId: number
  number: number
  state: 'open' | 'closed'
  stateReason: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null
  createdAt: string
  author: string
  isPull: boolean
  isLocked: boolean
  /** Set once the issue is deleted or transferred to another repository. */
  removal: 'deleted' | { movedTo: string } | null
}

export interface StoredWebhook {
  id: string
  url: string
  secret: string
  repositoryId: number
}

/** A GitHub App with one installation. */
export interface GitHubAppData {
  id: number
  installationId: number
  publicKey: KeyObject
  /** PKCS #1, the format GitHub issues. */
  privateKey: string
  isInstalled: boolean
  isSuspended: boolean
  /** Lifetime of a token; on GitHub it is an hour. */
  tokenSeconds: number
  /** Issued tokens and when they expire, in milliseconds. */
  tokens: Map<string, number>
}

/** The state of the fake GitHub. */
export interface GitHubData {
  url: string
  token: string
  isRevoked: boolean
  repositories: Repository[]
  issues: StoredIssue[]
  hooks: StoredWebhook[]
  app: GitHubAppData
}

export function createGitHubData(): GitHubData {
  return {
    url: '',
    token: 'github_pat_11AAAAAAA0heedtest',
    isRevoked: false,
    repositories: [newRepository('acme/app', 1_296_269), newRepository('acme/web-site.io', 1_296_270)],
    issues: [],
    hooks: [],
    app: newApp(),
  }
}

export const newRepository = (fullName: string, id: number): Repository => ({
  id,
  fullName,
  oldNames: [],
  hasIssues: true,
  isArchived: false,
  milestones: [
    { number: 1, title: 'Public roadmap', state: 'open' },
    // GitHub does not allow duplicate titles, but an ambiguous name must be rejected all the same.
    { number: 2, title: 'Next quarter', state: 'open' },
    { number: 3, title: 'Next quarter', state: 'open' },
    { number: 4, title: 'Last year', state: 'closed' },
  ],
  labels: ['customer request', 'enhancement', 'area/exports & imports'],
  assignees: ['octocat', 'hubot'],
})

function newApp(): GitHubAppData {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    id: 4_711,
    installationId: 815_150,
    publicKey,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
    isInstalled: true,
    isSuspended: false,
    tokenSeconds: 3_600,
    tokens: new Map(),
  }
}

export interface NewIssue extends Pick<FakeIssue, 'title' | 'description'> {
  createdAt?: string
  author?: string
  isPull?: boolean
  isLocked?: boolean
  projectId?: string | null
  labelIds?: string[]
  assigneeId?: string | null
}

export const userLogin = 'heed-bot'
/** The login of the app when it acts as itself. */
export const appLogin = 'heed-feedback[bot]'

/** Adds an issue or pull request. They share one numbering, and numbers are never reused. */
export function addIssue(data: GitHubData, { id, fullName }: Repository, given: NewIssue): StoredIssue {
  const number = data.issues.filter(({ repositoryId }) => repositoryId === id).length + 1
  const issue: StoredIssue = {
    id: `${id}/${number}`,
    teamId: fullName,
    projectId: null,
    labelIds: [],
    assigneeId: null,
    priority: null,
    attachments: [],
    repositoryId: id,
    number,
    state: 'open',
    stateReason: null,
    createdAt: new Date().toISOString().replace(/\.\d+/, ''),
    author: userLogin,
    isPull: false,
    isLocked: false,
    removal: null,
    ...given,
  }
  data.issues.push(issue)
  return issue
}
