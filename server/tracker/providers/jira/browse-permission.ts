import { isJiraId, type JiraClient } from './client.ts'
import { BrowsePermission } from './schemas.ts'

/** Whether this account can see the issues of a project, not just its name. False for a project that is gone. */
export async function canBrowseProject(client: JiraClient, projectId: string): Promise<boolean> {
  if (!isJiraId(projectId)) return false
  const response = await client.request(
    BrowsePermission,
    `mypermissions?projectId=${projectId}&permissions=BROWSE_PROJECTS`,
  )
  return response?.permissions.BROWSE_PROJECTS.havePermission ?? false
}
