import { defineMessages } from '#i18n/messages.ts'

/** Texts of the tag settings. */
export const tagsMessages = defineMessages({
  about:
    'Labels for changelog entries, such as “New” or “Fixed”, and for requests. Customers see them only on the changelog.',
  list: 'Tags by name',
  tag: 'Tag',
  color: 'Color',
  name: 'Name',
  entries: 'Entries',
  requests: 'Requests',
  add: 'New tag',
  addTitle: 'New tag',
  addSubmit: 'Create tag',
  editTitle: 'Edit “{name}”',
  menu: 'Actions for {name}',
  deleteTitle: 'Delete “{name}”?',
  deleteText:
    '{entries, plural, one {# changelog entry} other {# changelog entries}} and {requests, plural, one {# request} other {# requests}} will lose it. Nothing else changes.',
  deleteUnused: 'Nothing uses this tag.',
  deleteConfirm: 'Delete tag',
  created: 'The tag “{name}” has been created.',
  saved: 'The tag “{name}” has been saved.',
  deleted: 'The tag “{name}” has been deleted.',
  empty: 'No tags yet',
  emptyText: 'Tags show at a glance what a changelog entry or a request is about.',
})
