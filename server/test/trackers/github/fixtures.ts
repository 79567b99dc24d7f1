import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { github } from '../../../tracker/providers/github/index.ts'
import type { IssueIdentity, ProposedIssue, SessionOptions, TrackerSession } from '../../../tracker/tracker.ts'
import { afterShard } from '../../lifetime.ts'
import type { FakeGitHub } from './server.ts'

const outbound = createOutbound(['127.0.0.0/8'])
afterShard(outbound.close)

/** Opens a session that uses real connections. */
export const openGitHubSession = (
  { url, credential }: FakeGitHub,
  change: Partial<SessionOptions> = {},
): TrackerSession =>
  github.openSession({ apiUrl: url, credential, fetch: outbound.fetch, signal: AbortSignal.timeout(60_000), ...change })

export const backlink = 'https://heed.example.com/console/requests/0197c8f2-5a6e-7c40-9d0e-3f1f7b3a9c11'

export const newGitHubIdentity = (change: Partial<IssueIdentity> = {}): IssueIdentity => ({
  linkId: '7d9f3c58-98a4-4b0f-9a3e-0b1c8a4a5f10',
  backlink,
  teamId: 'acme/app',
  firstAttemptAt: new Date().toISOString(),
  ...change,
})

export const newGitHubIssue = (change: Partial<ProposedIssue> = {}): ProposedIssue => ({
  title: 'Export to CSV',
  description: `We need **all** columns.\n\n---\n3 votes · Ideas\n\n${backlink}`,
  teamId: 'acme/app',
  projectId: null,
  labelIds: [],
  assigneeId: null,
  priority: null,
  ...change,
})
