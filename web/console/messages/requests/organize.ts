import { defineMessages } from '#i18n/messages.ts'

/** Texts about the owner, the board and the tags of requests. */
export const organizeMessages = defineMessages({
  assigned: {
    one: 'Assigned to {name}',
    many: '{count, plural, one {# request} other {# requests}} assigned to {name}',
  },
  unassigned: {
    one: 'Owner removed',
    many: '{count, plural, one {Owner of # request removed} other {Owners of # requests removed}}',
  },
  moved: { one: 'Moved to {name}', many: '{count, plural, one {# request} other {# requests}} moved to {name}' },
  tagged: { one: 'Tagged “{name}”', many: '{count, plural, one {# request} other {# requests}} tagged “{name}”' },
  untagged: {
    one: 'Tag “{name}” removed',
    many: 'Tag “{name}” removed from {count, plural, one {# request} other {# requests}}',
  },
})

/** Texts of the menus that choose them. */
export const factMessages = defineMessages({
  facts: 'Facts',
  votes: 'Votes',
  voters: 'See who voted',
  submitter: 'From',
  board: 'Board',
  owner: 'Owner',
  tags: 'Tags',
  roadmap: 'Roadmap',
  issue: 'Issue',
  created: 'Created',
  active: 'Last activity',
  noOwner: 'No owner',
  nobody: 'No one',
  you: '{name} (you)',
  noTags: 'Add tags',
  ownerIs: 'Owner: {name}',
  boardIs: 'Board: {name}',
  tagsAre: 'Tags: {names}',
  setOwner: 'Set owner',
  setBoard: 'Move to board',
  setTags: 'Set tags',
  findMember: 'Find a team member',
  findBoard: 'Find a board',
  findTag: 'Find a tag',
  findOrCreateTag: 'Find or create a tag',
  createTag: 'Create “{name}”',
  noMatch: 'No match.',
  noTagsYet: 'This workspace has no tags yet.',
  bulk: {
    owner: 'Set owner',
    board: 'Move to board',
    tag: 'Add or remove a tag',
    short: { owner: 'Owner…', board: 'Board…', tag: 'Tags…' },
    add: 'Add',
    remove: 'Remove',
  },
  closedBoard: '{name} (closed)',
})
