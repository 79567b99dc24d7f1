import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesOption, rankOptions } from './rank-options.ts'

const option = (label: string, group: string, keywords?: string) => ({
  value: label,
  label,
  group,
  ...(keywords && { keywords }),
})
const labels = (options: { label: string }[]) => options.map(({ label }) => label)

test('matches the beginnings of words of the label and of synonyms, in any order', () => {
  const tokens = option('Settings: API tokens', 'Settings', 'keys credentials')
  for (const text of ['tok', 'api', 'key', 'tokens settings', 'ÀPI', '']) assert.ok(matchesOption(tokens, text), text)
  for (const text of ['oken', 'api webhooks']) assert.ok(!matchesOption(tokens, text), text)
})

test('puts first what is named like the text, then what begins with it, then what has its words, then synonyms', () => {
  const options = [
    option('Requests to review', 'Go to', 'roadmap'),
    option('New roadmap item', 'Go to'),
    option('Roadmap settings', 'Go to'),
    option('Roadmap', 'Go to'),
  ]
  assert.deepEqual(labels(rankOptions(options, 'roadmap')), [
    'Roadmap',
    'Roadmap settings',
    'New roadmap item',
    'Requests to review',
  ])
})

test('keeps groups together, with the group of the best option first', () => {
  const options = [
    option('Settings: Calendar', 'Settings'),
    option('Two-way sync with Google Calendar', 'Requests'),
    option('Weather forecast', 'Requests'),
    option('Calendar release', 'Entries'),
  ]
  assert.deepEqual(labels(rankOptions(options, 'calendar')), [
    'Calendar release',
    'Settings: Calendar',
    'Two-way sync with Google Calendar',
    'Weather forecast',
  ])
})

test('keeps the order of equal options, and an option that shows all results last', () => {
  const all = { ...option('Calendar: show all', 'Requests'), isLast: true }
  const options = [all, option('A', 'Requests'), option('B', 'Requests')]
  assert.deepEqual(labels(rankOptions(options, 'calendar')), ['A', 'B', 'Calendar: show all'])
  assert.deepEqual(labels(rankOptions([option('B', 'x'), option('A', 'y')], '')), ['B', 'A'])
})
