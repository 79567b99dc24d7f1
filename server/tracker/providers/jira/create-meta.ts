import { Check } from 'typebox/value'
import type { Static } from '../../../platform/schemas.ts'
import type { JiraClient } from './client.ts'
import { CreateFields, type IssueType, IssueTypes, Priority } from './schemas.ts'

// Jira's maximum page size.
const pageSize = 200

type IssueTypeShape = Static<typeof IssueType>

/** Lists the issue types that can be created in a project; null if the project does not exist. */
export async function listIssueTypes(client: JiraClient, projectId: string): Promise<IssueTypeShape[] | null> {
  const types: IssueTypeShape[] = []
  let total = 0
  do {
    const path = `issue/createmeta/${projectId}/issuetypes?startAt=${types.length}&maxResults=${pageSize}`
    const page = await client.request(IssueTypes, path)
    if (page === null) return null
    types.push(...page.issueTypes)
    total = page.issueTypes.length === 0 ? 0 : (page.total ?? 0)
  } while (types.length < total)
  return types
}

/** Lists the priorities of the issue type's create screen; empty if it has no priority field. */
export async function listPriorities(
  client: JiraClient,
  projectId: string,
  typeId: string,
): Promise<Static<typeof Priority>[]> {
  let startAt = 0
  let total = 0
  do {
    const path = `issue/createmeta/${projectId}/issuetypes/${typeId}?startAt=${startAt}&maxResults=${pageSize}`
    const page = await client.request(CreateFields, path)
    const field = page?.fields.find(({ fieldId }) => fieldId === 'priority')
    if (field) return (field.allowedValues ?? []).filter((value) => Check(Priority, value))
    startAt += page?.fields.length ?? 0
    total = page === null || page.fields.length === 0 ? 0 : (page.total ?? 0)
  } while (startAt < total)
  return []
}
