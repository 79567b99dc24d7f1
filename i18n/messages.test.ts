import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineMessages } from './messages.ts'

const messages = defineMessages({
  title: 'Requests',
  votes: '{count, plural, one {# vote} other {# votes}}',
  select: 'Select “{title}”',
  owner: 'It’s {kind, select, team {the team} other {{name}}}, on {count, plural, one {one board} other {# boards}}.',
  sorts: { newest: 'Newest', by: 'Sorted by {sort}' },
})

test('text without arguments stays a string', () => {
  assert.equal(messages.title, 'Requests')
  assert.equal(messages.sorts.newest, 'Newest')
})

test('a plural follows the count, with separators for thousands', () => {
  assert.equal(messages.votes({ count: 1 }), '1 vote')
  assert.equal(messages.votes({ count: 1204 }), '1,204 votes')
})

test('arguments are inserted unchanged, including braces, apostrophes and markup', () => {
  assert.equal(messages.select({ title: "<b>{it}</b> isn't" }), "Select “<b>{it}</b> isn't”")
  assert.equal(messages.owner({ kind: 'customer', name: 'Ada', count: 2 }), 'It’s Ada, on 2 boards.')
  assert.equal(messages.sorts.by({ sort: 'votes' }), 'Sorted by votes')
})

test('formats ordinals, exact counts, and numbers with a style', () => {
  const { rank, none, share } = defineMessages({
    rank: '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    none: '{count, plural, =0 {none} one {one} other {#}}',
    share: '{part, number, percent}',
  })
  assert.deepEqual(
    [1, 2, 3, 4, 1_011].map((place) => rank({ place })),
    ['1st', '2nd', '3rd', '4th', '1,011th'],
  )
  assert.deepEqual([none({ count: 0 }), none({ count: 1 }), none({ count: 2_000 })], ['none', 'one', '2,000'])
  assert.equal(share({ part: 0.25 }), '25%')
})

test('the compiler knows the names and types of the arguments', () => {
  // @ts-expect-error: a plural takes a number
  messages.votes({ count: '2' })
  // @ts-expect-error: `vote` is text of an option, not an argument
  messages.votes({ count: 2, vote: 1 })
  assert.throws(() => {
    // @ts-expect-error: an argument is missing
    messages.select({})
  })
})
