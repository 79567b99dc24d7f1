import { Check } from 'typebox/value'
import type { Static } from '../../../platform/schemas.ts'
import type { JiraClient } from './client.ts'
import { CreateFields, type IssueType, IssueTypes, Priority } from './schemas.ts'

// The most that Jira gives at once.
const pageSize = 200

type IssueTypeShape = Static<typeof IssueType>

/** The types of issue that can be created in a project; null when there is no such project. */
export async function listIssueTypes(rest: JiraClient, projectId: string): Promise<IssueTypeShape[] | null> {
  const types: IssueTypeShape[] = []
  let total = 0
  do {
    const path = `issue/createmeta/${projectId}/issuetypes?startAt=${types.length}&maxResults=${pageSize}`
    const page = await rest.request(IssueTypes, path)
    if (page === null) return null
    types.push(...page.issueTypes)
    total = page.issueTypes.length === 0 ? 0 : (page.total ?? 0)
  } while (types.length < total)
  return types
}

/** What the screen on which such an issue is created offers as its priority; nothing when the field is not on it. */
export async function listPriorities(
  rest: JiraClient,
  projectId: string,
  typeId: string,
): Promise<Static<typeof Priority>[]> {
  let seen = 0
  let total = 0
  do {
    const path = `issue/createmeta/${projectId}/issuetypes/${typeId}?startAt=${seen}&maxResults=${pageSize}`
    const page = await rest.request(CreateFields, path)
    const field = page?.fields.find(({ fieldId }) => fieldId === 'priority')
    if (field) return (field.allowedValues ?? []).filter((value) => Check(Priority, value))
    seen += page?.fields.length ?? 0
    total = page === null || page.fields.length === 0 ? 0 : (page.total ?? 0)
  } while (seen < total)
  return []
}
