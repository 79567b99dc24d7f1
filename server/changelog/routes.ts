import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Feature } from '../platform/http/api/operations.ts'
import { PageOf } from '../platform/schemas.ts'
import { createEntry } from './create.ts'
import { deleteEntry } from './delete.ts'
import { publishEntry } from './publishing/publish.ts'
import { getEntry, listEntries } from './queries.ts'
import { Entry, EntryCreate, EntryDeleted, EntryFilter, EntryUpdate } from './schema.ts'
import { updateEntry } from './update.ts'

export const changelogRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.get(
      '/changelog',
      {
        operationId: 'listChangelog',
        summary: 'List changelog entries',
        description: 'Drafts included, newest first.',
        tag: 'Changelog',
        scope: 'changelog:read',
        query: EntryFilter,
        responses: { 200: PageOf(Entry) },
      },
      (scope, { query }) => listEntries(scope, query, cursors),
    )

    api.post(
      '/changelog',
      {
        operationId: 'createChangelogEntry',
        summary: 'Write a draft',
        tag: 'Changelog',
        scope: 'changelog:write',
        body: EntryCreate,
        responses: { 201: Entry },
        example: { title: 'CSV export', body: 'Every table now has an **Export** button.', versionLabel: 'v2.4' },
      },
      (scope, { body }) => createEntry(scope, body),
    )

    api.get(
      '/changelog/{id}',
      {
        operationId: 'getChangelogEntry',
        summary: 'Get one entry',
        tag: 'Changelog',
        scope: 'changelog:read',
        responses: { 200: Entry },
      },
      (scope, { id }) => getEntry(scope, id),
    )

    api.patch(
      '/changelog/{id}',
      {
        operationId: 'updateChangelogEntry',
        summary: 'Change an entry',
        description: 'Changes only the fields you send.',
        tag: 'Changelog',
        scope: 'changelog:write',
        body: EntryUpdate,
        responses: { 200: Entry },
        example: { scheduledPublishAt: null },
      },
      (scope, { id, body }) => updateEntry(scope, id, body),
    )

    api.post(
      '/changelog/{id}/publish',
      {
        operationId: 'publishChangelogEntry',
        summary: 'Publish an entry',
        description: 'Publishing for the first time emails subscribed customers. Repeating the call has no effect.',
        tag: 'Changelog',
        scope: 'changelog:write',
        responses: { 200: Entry },
      },
      async (scope, { id }) => (await publishEntry(scope, id)).entry,
    )

    api.delete(
      '/changelog/{id}',
      {
        operationId: 'deleteChangelogEntry',
        summary: 'Delete an entry',
        description: 'Permanently deletes the entry with its links, reactions and comments.',
        tag: 'Changelog',
        scope: 'changelog:write',
        responses: { 200: EntryDeleted },
      },
      (scope, { id }) => deleteEntry(scope, id),
    )
  }
