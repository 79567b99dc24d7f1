import type { Feature } from '../platform/http/api/operations.ts'
import { WorkspaceSummary } from './schema.ts'
import { type SummaryDeps, workspaceSummary } from './summary.ts'

export const workspaceRoutes =
  (deps: SummaryDeps): Feature =>
  (api) => {
    api.get(
      '/workspace',
      {
        operationId: 'getWorkspace',
        summary: 'Get the workspace summary',
        description: 'Plan, limits, counts and set-up. Nothing personal.',
        tag: 'Workspace',
        scope: 'workspace:read',
        replies: { 200: WorkspaceSummary },
      },
      (scope) => workspaceSummary(scope, deps),
    )
  }
