import { counted } from './common.ts'

/** Texts of the tags in the settings. */
export const tagsMessages = {
  about: 'Marks for changelog entries, such as “New” or “Fixed”.',
  list: 'Tags by name',
  tag: 'Tag',
  color: 'Colour',
  name: 'Name',
  uses: 'Entries',
  add: 'New tag',
  addTitle: 'A new tag',
  addSubmit: 'Create tag',
  editTitle: (name: string) => `Edit “${name}”`,
  menuOf: (name: string) => `Change ${name}`,
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: (entries: number) =>
    entries === 0
      ? 'No entry has it.'
      : `${counted(entries, 'entry has', 'entries have')} it and ${entries === 1 ? 'loses' : 'lose'} it, nothing else.`,
  removeConfirm: 'Delete tag',
  created: (name: string) => `The tag “${name}” is there.`,
  saved: (name: string) => `The tag “${name}” is saved.`,
  removed: (name: string) => `The tag “${name}” is deleted.`,
  empty: 'No tags yet',
  emptyText: 'Tags tell readers of the changelog at a glance what an entry is about.',
}
