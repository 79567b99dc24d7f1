import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerUses } from '../../imports/undo/people-and-places.ts'
import { createTestApp } from '../test-app.ts'

const { database } = await createTestApp()

/** Columns that refer to the rows of a table, as `table.column`. */
async function referencesTo(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ reference: string }>(
    `select distinct c.conrelid::regclass::text || '.' || a.attname as reference
     from pg_constraint c, unnest(c.conkey) as k (attnum)
     join pg_attribute a on true
     where c.contype = 'f' and c.confrelid = $1::regclass and a.attrelid = c.conrelid and a.attnum = k.attnum
       and a.attname <> 'workspace_id' order by 1`,
    [table],
  )
  return rows.map(({ reference }) => reference)
}

// The references that an undo checks before it deletes a request, because people would miss these rows.
const requestUses = [
  'changelog_entry_feedback.feedback_id',
  'comments.feedback_id',
  'feedback_merges.into_id',
  'pending_comments.feedback_id',
  'tracker_links.feedback_id',
  'votes.feedback_id',
]

// Written by the import with a customer or request, or about a request only, and of no use without it.
const ownOfCustomers = ['imported_votes.customer_id']
const ownOfRequests = [
  'content_reports.feedback_id',
  'follows.feedback_id',
  'member_notifications.feedback_id',
  'notification_digests.feedback_id',
  'notification_events.feedback_id',
  'feedback_context.feedback_id',
  'feedback_tags.feedback_id',
  'imported_votes.feedback_id',
  'roadmap_items.feedback_id',
]

test('an undo considers every table that refers to customers', async () => {
  const known = [...customerUses.map(([table, column]) => `${table}.${column}`), ...ownOfCustomers]
  const references = await referencesTo('customers')
  assert.ok(references.includes('votes.customer_id'), 'the query finds references')
  assert.deepEqual(
    references.filter((reference) => !known.includes(reference)),
    [],
  )
})

test('an undo considers every table that refers to requests', async () => {
  const known = [...requestUses, ...ownOfRequests]
  const references = await referencesTo('feedback')
  assert.deepEqual(
    references.filter((reference) => !known.includes(reference)),
    [],
  )
})
