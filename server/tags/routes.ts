import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { PageOf } from '../platform/schemas.ts'
import { listTags } from './queries.ts'
import { Tag, TagPageQuery } from './schema.ts'

export const tagRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.get(
      '/tags',
      {
        operationId: 'listTags',
        summary: 'List tags',
        description: 'By name. Use their ids in `tagIds`.',
        tag: 'Tags',
        scope: 'changelog:read',
        query: TagPageQuery,
        responses: { 200: PageOf(Tag) },
      },
      (scope, { query }) => listTags(scope, query, cursors),
    )
  }
