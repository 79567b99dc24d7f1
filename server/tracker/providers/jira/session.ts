import { type Account, type SessionOptions, TrackerError, type TrackerSession } from '../../tracker.ts'
import { listChoices } from './choices.ts'
import { createJiraClient, isJiraId, type JiraClient } from './client.ts'
import { createIssue } from './create-issue.ts'
import { findIssue } from './find-issue.ts'
import { getIssues } from './get-issues.ts'
import { resolveTarget } from './resolve-target.ts'
import { RemoteLink, ServerInfo } from './schemas.ts'

export function openSession(access: SessionOptions): TrackerSession {
  const rest = createJiraClient(access)
  const site = access.apiUrl
  return {
    getAccount: () => getAccount(rest, site),
    listChoices: (kind, teamId) => listChoices(rest, kind, teamId),
    resolveTarget: (target) => resolveTarget(rest, target),
    findIssue: (identity) => findIssue(rest, site, identity),
    createIssue: (identity, issue) => createIssue(rest, site, identity, issue),
    getIssues: (issueIds, teamIds = new Map()) => getIssues(rest, site, issueIds, teamIds),
    attachBacklink: (issueId, backlink) => attachBacklink(rest, issueId, backlink),
    // Webhooks by REST are for apps; people make them in Jira's settings.
    createWebhook: async () => null,
    deleteWebhook: async () => {},
  }
}

async function getAccount(rest: JiraClient, site: string): Promise<Account> {
  // Whoever asks for it may know what a site is called; who is asking must be known, too.
  await rest.requireSignedIn()
  const info = await rest.request(ServerInfo, 'serverInfo')
  if (info?.deploymentType !== undefined && info.deploymentType !== 'Cloud') {
    throw new TrackerError('refused', 'This is a Jira of your own; Heed speaks with Jira Cloud only')
  }
  const { host, origin } = URL.parse(info?.baseUrl ?? '') ?? new URL(site)
  return { id: host, name: host, url: origin }
}

async function attachBacklink(
  rest: JiraClient,
  issueId: string,
  { url, title, subtitle }: { url: string; title: string; subtitle: string },
): Promise<void> {
  const link = {
    // A second link with it replaces the first. 255 characters at most; the end of an address tells requests apart.
    globalId: `heed=${url.slice(-250)}`,
    application: { type: 'io.heed', name: 'Heed' },
    object: { url, title: title.slice(0, 255), summary: subtitle.slice(0, 255) },
  }
  const linked = isJiraId(issueId) ? await rest.request(RemoteLink, `issue/${issueId}/remotelink`, link) : null
  if (linked !== null) return
  await rest.requireSignedIn()
  throw new TrackerError('refused', 'The issue is no longer there')
}
