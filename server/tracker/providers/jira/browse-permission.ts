import { isJiraId, type JiraClient } from './client.ts'
import { BrowsePermission } from './schemas.ts'

/** Whether this account sees the issues of a project, and not just its name. False for a project that is gone. */
export async function canBrowseProject(rest: JiraClient, projectId: string): Promise<boolean> {
  if (!isJiraId(projectId)) return false
  const answer = await rest.request(
    BrowsePermission,
    `mypermissions?projectId=${projectId}&permissions=BROWSE_PROJECTS`,
  )
  return answer?.permissions.BROWSE_PROJECTS.havePermission ?? false
}
