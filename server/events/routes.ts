import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { jsonPage, jsonResource } from '../platform/http/api/response.ts'
import { PageOf } from '../platform/schemas.ts'
import { getEventJson, listEvents } from './queries.ts'
import { Event, EventFilter } from './schema.ts'

export const eventRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.get(
      '/events',
      {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Returns what has changed in the workspace, oldest first. To follow it, ask again with `after`: no event is skipped and none comes twice. Events about customers and companies need `customers:read` too.',
        tag: 'Events',
        scope: 'events:read',
        query: EventFilter,
        responses: { 200: PageOf(Event) },
      },
      async (scope, { query }) => jsonPage(await listEvents(scope, query, cursors)),
    )

    api.get(
      '/events/{id}',
      {
        operationId: 'getEvent',
        summary: 'Get an event',
        tag: 'Events',
        scope: 'events:read',
        responses: { 200: Event },
      },
      async (scope, { id }) => jsonResource(await getEventJson(scope, id)),
    )
  }
