import assert from 'node:assert/strict'
import test from 'node:test'
import { auditEventTypes } from '#server/audit/record.ts'
import { historyActor, historyMail, historyText } from './history.ts'

type Event = Parameters<typeof historyActor>[0]
const event = (type: Event['type'], changes: object, actor: Partial<Event['actor']> = {}): Event => ({
  id: 'e',
  type,
  at: '2026-11-22T00:00:00.000Z',
  agent: null,
  actor: { type: 'member', id: null, name: 'Mara', keyPrefix: null, ...actor },
  changes: changes as Event['changes'],
  emailed: null,
})

test('describes each change in a sentence', () => {
  const sentence = (type: Event['type'], changes: object, actor?: Partial<Event['actor']>) => {
    const changed = event(type, changes, actor)
    return `${historyActor(changed)} ${historyText(changed)}`
  }
  const moved = { stage: ['planned', 'in_progress'], status: ['approved', 'approved'] }
  assert.equal(sentence('feedback.stage_changed', moved), 'Mara changed the stage from Planned to In progress')
  const rejected = { stage: ['planned', 'closed'], status: ['approved', 'rejected'] }
  assert.equal(sentence('feedback.status_changed', rejected), 'Mara rejected it (Planned → Closed)')
  const stayed = { stage: ['closed', 'closed'], status: ['spam', 'rejected'] }
  assert.equal(sentence('feedback.status_changed', stayed), 'Mara rejected it (previously spam)')
  const promoted = {
    itemStatus: [null, 'planned'],
    targetDelivery: [null, { precision: 'quarter', date: '2026-09-30' }],
  }
  assert.equal(
    sentence('feedback.promoted', promoted),
    'Mara put it on the roadmap as Planned and set the target to Q3 2026',
  )
  assert.equal(sentence('feedback.created', {}, { type: 'key', name: 'ci' }), 'API token ci added it through the API')
  assert.equal(sentence('feedback.merged', { mergedId: 'x', title: 'B', votes: 2 }), 'Mara merged “B” into it')
  const sent = { provider: 'linear', issue: 'ENG-1' }
  assert.equal(
    sentence('feedback.sent_to_tracker', sent, { type: 'system', name: null }),
    'Heed sent it to Linear as ENG-1',
  )
  assert.equal(sentence('feedback.voted', {}, { name: null }), 'A former team member added a vote for a customer')
})

test('names the owner, the board and the tags of a change', () => {
  const sentence = (type: Event['type'], changes: object) => historyText(event(type, changes, { id: 'mara' }))
  assert.equal(
    sentence('feedback.owner_changed', { ownerId: [null, 'ada'], owner: [null, 'Ada'] }),
    'assigned this to Ada',
  )
  assert.equal(sentence('feedback.owner_changed', { ownerId: [null, 'mara'], owner: [null, 'Mara'] }), 'took this on')
  assert.equal(
    sentence('feedback.owner_changed', { ownerId: ['ada', null], owner: ['Ada', null] }),
    'removed the owner',
  )
  assert.equal(
    sentence('feedback.board_changed', { board: ['Bugs', 'Ideas'] }),
    'moved it from the Bugs board to Ideas',
  )
  const [x, y] = [{ name: 'X' }, { name: 'Y' }]
  assert.equal(sentence('feedback.tags_changed', { added: [x], removed: [] }), 'added the tag “X”')
  assert.equal(
    sentence('feedback.tags_changed', { added: [x, y], removed: [y] }),
    'added the tags “X” and “Y” and removed the tag “Y”',
  )
})

test('every event type of requests and roadmap items has its own sentence', () => {
  // A deleted request has no page, and an export concerns no request in particular.
  const others = ['feedback.deleted', 'feedback.list_exported']
  const kinds = auditEventTypes.filter((type) => /^(feedback|roadmap)\./.test(type) && !others.includes(type))
  assert.deepEqual(
    kinds.filter((type) => historyText(event(type, {})) === 'changed it' && type !== 'feedback.updated'),
    [],
  )
})

test('says how many people were emailed, and that no one was because the team chose that', () => {
  assert.equal(historyMail({ emailed: 1, changes: {} }), 'Emailed 1 person')
  assert.equal(historyMail({ emailed: 12, changes: {} }), 'Emailed 12 people')
  assert.equal(historyMail({ emailed: null, changes: { notified: false } }), 'No one was emailed')
  assert.equal(historyMail({ emailed: null, changes: {} }), null)
})
