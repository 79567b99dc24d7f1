import { resolveMergedId } from '../feedback/merge/redirects.ts'
import { Feedback } from '../feedback/schema.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { named, PageOf, Type } from '../platform/schemas.ts'
import { createRoadmapItem } from './create.ts'
import { promoteFeedback } from './promote.ts'
import { getRoadmapItem, listRoadmap } from './queries.ts'
import { Promote, RoadmapCreate, RoadmapFilter, RoadmapItem, RoadmapStatusChange, RoadmapUpdate } from './schema.ts'
import { setRoadmapStatus } from './set-status.ts'
import { updateRoadmapItem } from './update.ts'

const Promotion = named('Promotion', Type.Object({ roadmapItem: RoadmapItem, linkedFeedback: Feedback }))

export const roadmapRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.post(
      '/feedback/{id}/promote',
      {
        resolveAlias: resolveMergedId,
        operationId: 'promoteFeedback',
        summary: 'Put a request on the roadmap',
        description: 'Repeating it moves the existing item; a request never has two.',
        tag: 'Feedback',
        scope: 'roadmap:write',
        body: Promote,
        responses: { 200: Promotion },
        example: { status: 'planned', targetDelivery: { precision: 'quarter', date: '2026-09-30' } },
      },
      (scope, { id, body }) => promoteFeedback(scope, id, body),
    )

    api.get(
      '/roadmap',
      {
        operationId: 'listRoadmap',
        summary: 'List roadmap items',
        description: 'In their sort order.',
        tag: 'Roadmap',
        scope: 'roadmap:read',
        query: RoadmapFilter,
        responses: { 200: PageOf(RoadmapItem) },
      },
      (scope, { query }) => listRoadmap(scope, query, cursors),
    )

    api.post(
      '/roadmap',
      {
        operationId: 'createRoadmapItem',
        summary: 'Plan an item',
        description: 'Creates its backing feedback request as well.',
        tag: 'Roadmap',
        scope: 'roadmap:write',
        body: RoadmapCreate,
        responses: { 201: RoadmapItem },
        example: { title: 'Dark mode', status: 'planned' },
      },
      (scope, { body }) => createRoadmapItem(scope, body),
    )

    api.get(
      '/roadmap/{id}',
      {
        operationId: 'getRoadmapItem',
        summary: 'Get one roadmap item',
        tag: 'Roadmap',
        scope: 'roadmap:read',
        responses: { 200: RoadmapItem },
      },
      (scope, { id }) => getRoadmapItem(scope, id),
    )

    api.patch(
      '/roadmap/{id}',
      {
        operationId: 'updateRoadmapItem',
        summary: 'Change title, description or target',
        tag: 'Roadmap',
        scope: 'roadmap:write',
        body: RoadmapUpdate,
        responses: { 200: RoadmapItem },
        example: { targetDelivery: null },
      },
      (scope, { id, body }) => updateRoadmapItem(scope, id, body),
    )

    api.patch(
      '/roadmap/{id}/status',
      {
        operationId: 'setRoadmapStatus',
        summary: 'Move an item',
        description: 'Its backing request moves to the corresponding stage.',
        tag: 'Roadmap',
        scope: 'roadmap:write',
        body: RoadmapStatusChange,
        responses: { 200: RoadmapItem },
        example: { status: 'in_progress' },
      },
      (scope, { id, body }) => setRoadmapStatus(scope, id, body.status),
    )
  }
