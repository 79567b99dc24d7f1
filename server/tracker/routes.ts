import { resolveMergedId } from '../feedback/merge/redirects.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import type { TrackerDeps } from './client/session.ts'
import { TrackerGuidance, TrackerOverrides, TrackerPreview, TrackerSent } from './schema.ts'
import { previewIssue } from './send/preview.ts'
import { sendToTracker } from './send/send.ts'

export const trackerRoutes =
  (deps: TrackerDeps): Feature =>
  (api) => {
    api.get(
      '/feedback/{id}/send-to-tracker',
      {
        resolveAlias: resolveMergedId,
        operationId: 'previewTrackerIssue',
        summary: 'Preview the issue that sending would create',
        description:
          'Nothing is sent. Asks the connected tracker, so that names and the connection status are current. For approved requests.',
        tag: 'Feedback',
        scope: 'roadmap:write',
        query: TrackerOverrides,
        responses: { 200: TrackerPreview },
      },
      (scope, { id, query }) => previewIssue(deps, scope, id, query),
    )

    api.postMultiStep(
      '/feedback/{id}/send-to-tracker',
      {
        resolveAlias: resolveMergedId,
        operationId: 'sendToTracker',
        summary: 'Create an issue for a request',
        description:
          'Returns 201 with the link to the new issue, or 200 with the existing link. Without a usable connection, it returns 400 with `error.guidance`. If the tracker doesn’t respond within ten seconds, it returns 500; sending again never creates a second issue.',
        tag: 'Feedback',
        scope: 'roadmap:write',
        body: TrackerOverrides,
        isBodyOptional: true,
        errorMembers: { guidance: TrackerGuidance },
        responses: { 201: TrackerSent, 200: TrackerSent },
        example: { title: 'CSV export', priority: 2 },
      },
      (operation, { id, body }) => sendToTracker(deps, operation, id, body),
    )
  }
