import { defineMessages } from '#i18n/messages.ts'

/** Texts of the tag settings. */
export const tagsMessages = defineMessages({
  about: 'Labels for changelog entries, such as “New” or “Fixed”.',
  list: 'Tags by name',
  tag: 'Tag',
  color: 'Color',
  name: 'Name',
  entries: 'Entries',
  add: 'New tag',
  addTitle: 'New tag',
  addSubmit: 'Create tag',
  editTitle: 'Edit “{name}”',
  menu: 'Actions for {name}',
  deleteTitle: 'Delete “{name}”?',
  deleteText:
    '{entries, plural, =0 {No entry has this tag.} one {# entry has this tag and loses it. Nothing else changes.} other {# entries have this tag and lose it. Nothing else changes.}}',
  deleteConfirm: 'Delete tag',
  created: 'The tag “{name}” has been created.',
  saved: 'The tag “{name}” has been saved.',
  deleted: 'The tag “{name}” has been deleted.',
  empty: 'No tags yet',
  emptyText: 'Tags show readers of your changelog at a glance what an entry is about.',
})
