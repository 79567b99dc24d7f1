import { isId, type Rest } from './client.ts'
import { BrowsePermission } from './schemas.ts'

/** Whether this account sees the issues of a project, and not just its name. False for a project that is gone. */
export async function seesIssuesOf(rest: Rest, projectId: string): Promise<boolean> {
  if (!isId(projectId)) return false
  const answer = await rest.ask(BrowsePermission, `mypermissions?projectId=${projectId}&permissions=BROWSE_PROJECTS`)
  return answer?.permissions.BROWSE_PROJECTS.havePermission ?? false
}
