import { Check } from 'typebox/value'
import { type Issue, TrackerError } from '../../tracker.ts'
import { canBrowseProject } from './browse-permission.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { issueFields, toIssue } from './issues.ts'
import { BulkIssues, JiraIssue } from './schemas.ts'

/** Reads issues. One that Jira omits is gone if its project is visible; otherwise nothing is known about it. */
export async function getIssues(
  client: JiraClient,
  site: string,
  issueIds: string[],
  teamIds: ReadonlyMap<string, string>,
): Promise<Map<string, Issue | null>> {
  const issueIdsOrKeys = issueIds.filter(isJiraId)
  if (issueIdsOrKeys.length === 0) return new Map()
  const fetched = await client.request(BulkIssues, 'issue/bulkfetch', { issueIdsOrKeys, fields: issueFields })
  if (fetched === null) throw new TrackerError('refused', 'There is no Jira Cloud at this address')
  const readable = fetched.issues.filter((issue) => Check(JiraIssue, issue))
  const issues = new Map<string, Issue | null>(readable.map((issue) => [issue.id, toIssue(issue, site)]))
  const missing = issueIdsOrKeys.filter((id) => !issues.has(id))
  if (missing.length === 0) return issues
  // To a client that is not signed in, no issue exists.
  await client.requireSignedIn()
  // Issues that failed to load. Deleted and invisible issues are in neither list.
  const failed = [...(fetched.issueErrors ?? []), ...fetched.issues.filter((issue) => !Check(JiraIssue, issue))]
  const gone = await findDeleted(client, withoutFailed(missing, failed), teamIds)
  for (const id of missing) if (!gone.has(id)) issues.set(id, null)
  return issues
}

/** Removes the issues that failed to load. Empty if a failure cannot be attributed to an issue. */
function withoutFailed(missing: string[], failures: unknown[]): string[] {
  const failed = new Set(failures.map((failure) => String((failure as { id?: unknown } | null)?.id)))
  return [...failed].every((id) => missing.includes(id)) ? missing.filter((id) => !failed.has(id)) : []
}

async function findDeleted(
  client: JiraClient,
  issueIds: string[],
  teamIds: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const projectIds = [...new Set(issueIds.flatMap((id) => teamIds.get(id) ?? []))]
  const visibilities = await Promise.all(projectIds.map((id) => canBrowseProject(client, id)))
  const visible = new Set(projectIds.filter((_, index) => visibilities[index]))
  return new Set(issueIds.filter((id) => visible.has(teamIds.get(id) ?? '')))
}
