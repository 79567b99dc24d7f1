import { Check } from 'typebox/value'
import { type Issue, TrackerError } from '../../tracker.ts'
import { canBrowseProject } from './browse-permission.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { issueFields, toIssue } from './issues.ts'
import { BulkIssues, JiraIssue } from './schemas.ts'

/** Of what Jira leaves out, that is gone which would be seen if it were there; of the rest nothing can be said. */
export async function getIssues(
  rest: JiraClient,
  site: string,
  issueIds: string[],
  teamIds: ReadonlyMap<string, string>,
): Promise<Map<string, Issue | null>> {
  const issueIdsOrKeys = issueIds.filter(isJiraId)
  if (issueIdsOrKeys.length === 0) return new Map()
  const fetched = await rest.request(BulkIssues, 'issue/bulkfetch', { issueIdsOrKeys, fields: issueFields })
  if (fetched === null) throw new TrackerError('refused', 'There is no Jira Cloud at this address')
  const legible = fetched.issues.filter((issue) => Check(JiraIssue, issue))
  const issues = new Map<string, Issue | null>(legible.map((issue) => [issue.id, toIssue(issue, site)]))
  const missing = issueIdsOrKeys.filter((id) => !issues.has(id))
  if (missing.length === 0) return issues
  // To a stranger none exists.
  await rest.requireSignedIn()
  // Not those that do not exist, or are out of sight: they are left out of both.
  const failed = [...(fetched.issueErrors ?? []), ...fetched.issues.filter((issue) => !Check(JiraIssue, issue))]
  const gone = await findDeleted(rest, withoutFailed(missing, failed), teamIds)
  for (const id of missing) if (!gone.has(id)) issues.set(id, null)
  return issues
}

/** Those that nothing has failed for; none of them, where it is not known for which it has. */
function withoutFailed(missing: string[], failures: unknown[]): string[] {
  const failed = new Set(failures.map((failure) => String((failure as { id?: unknown } | null)?.id)))
  return [...failed].every((id) => missing.includes(id)) ? missing.filter((id) => !failed.has(id)) : []
}

async function findDeleted(
  rest: JiraClient,
  issueIds: string[],
  teamIds: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const projectIds = [...new Set(issueIds.flatMap((id) => teamIds.get(id) ?? []))]
  const areSeen = await Promise.all(projectIds.map((id) => canBrowseProject(rest, id)))
  const seen = new Set(projectIds.filter((_, index) => areSeen[index]))
  return new Set(issueIds.filter((id) => seen.has(teamIds.get(id) ?? '')))
}
