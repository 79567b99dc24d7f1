import type { Feature } from '../platform/http/api/operations.ts'
import { WorkspaceSummary } from './schema.ts'
import { getWorkspaceSummary, type SummaryDeps } from './summary.ts'

export const workspaceRoutes =
  (deps: SummaryDeps): Feature =>
  (api) => {
    api.get(
      '/workspace',
      {
        operationId: 'getWorkspace',
        summary: 'Get the workspace summary',
        description: 'Returns plan, limits, counts and setup progress. Contains no personal data.',
        tag: 'Workspace',
        scope: 'workspace:read',
        responses: { 200: WorkspaceSummary },
      },
      (scope) => getWorkspaceSummary(scope, deps),
    )
  }
