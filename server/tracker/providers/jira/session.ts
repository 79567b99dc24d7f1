import { type Account, type SessionOptions, TrackerError, type TrackerSession } from '../../tracker.ts'
import { listChoices } from './choices.ts'
import { createJiraClient, isJiraId, type JiraClient } from './client.ts'
import { createIssue } from './create-issue.ts'
import { findIssue } from './find-issue.ts'
import { getIssues } from './get-issues.ts'
import { resolveTarget } from './resolve-target.ts'
import { RemoteLink, ServerInfo } from './schemas.ts'

export function openSession(access: SessionOptions): TrackerSession {
  const client = createJiraClient(access)
  const site = access.apiUrl
  return {
    getAccount: () => getAccount(client, site),
    listChoices: (kind, teamId) => listChoices(client, kind, teamId),
    resolveTarget: (target) => resolveTarget(client, target),
    findIssue: (identity) => findIssue(client, site, identity),
    createIssue: (identity, issue) => createIssue(client, site, identity, issue),
    getIssues: (issueIds, teamIds = new Map()) => getIssues(client, site, issueIds, teamIds),
    attachBacklink: (issueId, backlink) => attachBacklink(client, issueId, backlink),
    // Jira's REST API registers webhooks only for apps. People create them in Jira's settings.
    createWebhook: async () => null,
    deleteWebhook: async () => {},
  }
}

async function getAccount(client: JiraClient, site: string): Promise<Account> {
  // The site's information is public, so this verifies the credential.
  await client.requireSignedIn()
  const info = await client.request(ServerInfo, 'serverInfo')
  if (info?.deploymentType !== undefined && info.deploymentType !== 'Cloud') {
    throw new TrackerError('refused', 'This is a self-hosted Jira; Heed works only with Jira Cloud')
  }
  const { host, origin } = URL.parse(info?.baseUrl ?? '') ?? new URL(site)
  return { id: host, name: host, url: origin }
}

async function attachBacklink(
  client: JiraClient,
  issueId: string,
  { url, title, subtitle }: { url: string; title: string; subtitle: string },
): Promise<void> {
  const remoteLink = {
    // A second link with the same id replaces the first. At most 255 characters; the end of the URL identifies the
    // request.
    globalId: `heed=${url.slice(-250)}`,
    application: { type: 'io.heed', name: 'Heed' },
    object: { url, title: title.slice(0, 255), summary: subtitle.slice(0, 255) },
  }
  const response = isJiraId(issueId)
    ? await client.request(RemoteLink, `issue/${issueId}/remotelink`, remoteLink)
    : null
  if (response !== null) return
  await client.requireSignedIn()
  throw new TrackerError('refused', 'The issue is no longer there')
}
