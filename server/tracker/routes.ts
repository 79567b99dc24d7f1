import type { Feature } from '../platform/http/operations.ts'
import { previewIssue } from './preview.ts'
import { TrackerGuidance, TrackerOverrides, TrackerPreview, TrackerSent } from './schema.ts'
import { sendToTracker } from './send.ts'

export const trackerRoutes =
  ({ publicUrl }: { publicUrl: string }): Feature =>
  (api) => {
    api.get(
      '/feedback/{id}/send-to-tracker',
      {
        operationId: 'previewTrackerIssue',
        summary: 'Preview the issue that sending would create',
        description: 'Nothing is sent. For approved requests.',
        tag: 'Feedback',
        scope: 'roadmap:write',
        query: TrackerOverrides,
        replies: { 200: TrackerPreview },
      },
      (scope, { id, query }) => previewIssue(scope, id, query, publicUrl),
    )

    api.post(
      '/feedback/{id}/send-to-tracker',
      {
        operationId: 'sendToTracker',
        summary: 'Create an issue for a request',
        description:
          'Answers 201 with the link to the new issue, or 200 with the link that exists. Without a usable connection it answers 400 with `error.guidance`.',
        tag: 'Feedback',
        scope: 'roadmap:write',
        body: TrackerOverrides,
        isBodyOptional: true,
        errorMembers: { guidance: TrackerGuidance },
        replies: { 201: TrackerSent, 200: TrackerSent },
        example: { title: 'CSV export', priority: 2 },
      },
      (scope, { id }) => sendToTracker(scope, id, publicUrl),
    )
  }
