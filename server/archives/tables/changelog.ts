import { archived } from '../format.ts'

export const changelog = archived('changelog_entries', {
  name: 'changelog',
  columns: [
    'id',
    'state',
    'title',
    'body',
    'version_label',
    'reactions_enabled',
    'comments_enabled',
    'scheduled_publish_at',
    'scheduled_timezone',
    'published_at',
    'comments',
    'created_at',
    'updated_at',
    'publish_audience',
    'publish_audience_id',
    'completes_linked',
    'completion_notifies',
    'completion_note',
  ],
  omitted: {},
  key: ['id'],
})

export const changelogTags = archived('changelog_entry_tags', {
  name: 'changelog_tags',
  columns: ['entry_id', 'tag_id', 'position'],
  omitted: {},
  key: ['entry_id', 'tag_id'],
})

/** The requests that an entry links. */
export const changelogFeedback = archived('changelog_entry_feedback', {
  name: 'changelog_feedback',
  columns: ['entry_id', 'feedback_id', 'position'],
  omitted: {},
  key: ['entry_id', 'feedback_id'],
})

export const covers = archived('changelog_covers', {
  name: 'changelog_covers',
  columns: ['entry_id', 'url', 'alt'],
  omitted: {},
  key: ['entry_id'],
})

export const reactions = archived('changelog_reactions', {
  name: 'reactions',
  columns: ['entry_id', 'customer_id', 'emoji', 'created_at'],
  omitted: {},
  key: ['entry_id', 'customer_id', 'emoji'],
})

const inProgress = 'the progress of the mailing; an imported announcement is never mailed again'

/** The audience that each published entry was announced to. */
export const announcements = archived('announcements', {
  name: 'announcements',
  columns: ['entry_id', 'audience', 'audience_id', 'due_at'],
  omitted: { fanout_cursor: inProgress, fanout_batches: inProgress, fanned_out_at: inProgress },
  key: ['entry_id'],
})
