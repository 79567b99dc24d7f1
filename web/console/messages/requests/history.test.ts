import assert from 'node:assert/strict'
import test from 'node:test'
import { auditEventTypes } from '#server/audit/record.ts'
import { historyActor, historyText } from './history.ts'

type Event = Parameters<typeof historyActor>[0]
const event = (type: Event['type'], changes: object, actor: Partial<Event['actor']> = {}): Event => ({
  id: 'e',
  type,
  at: '2026-11-22T00:00:00.000Z',
  agent: null,
  actor: { type: 'member', id: null, name: 'Mara', keyPrefix: null, ...actor },
  changes: changes as Event['changes'],
})

test('what happened is told in a sentence', () => {
  const told = (type: Event['type'], changes: object, actor?: Partial<Event['actor']>) => {
    const one = event(type, changes, actor)
    return `${historyActor(one)} ${historyText(one)}`
  }
  const moved = { stage: ['planned', 'in_progress'], status: ['approved', 'approved'] }
  assert.equal(told('feedback.stage_changed', moved), 'Mara set the stage from Planned to In progress')
  const rejected = { stage: ['planned', 'closed'], status: ['approved', 'rejected'] }
  assert.equal(told('feedback.status_changed', rejected), 'Mara rejected it: Planned became Closed')
  const stayed = { stage: ['closed', 'closed'], status: ['spam', 'rejected'] }
  assert.equal(told('feedback.status_changed', stayed), 'Mara rejected it, which was spam')
  const promoted = {
    itemStatus: [null, 'planned'],
    targetDelivery: [null, { precision: 'quarter', date: '2026-09-30' }],
  }
  assert.equal(told('feedback.promoted', promoted), 'Mara put it on the roadmap as Planned and aimed it at Q3 2026')
  assert.equal(told('feedback.created', {}, { type: 'key', name: 'ci' }), 'API key ci filed it through the API')
  assert.equal(told('feedback.merged', { mergedId: 'x', title: 'B', votes: 2 }), 'Mara merged “B” into it')
  const sent = { provider: 'linear', issue: 'ENG-1' }
  assert.equal(
    told('feedback.sent_to_tracker', sent, { type: 'system', name: null }),
    'Heed sent it to Linear as ENG-1',
  )
  assert.equal(told('feedback.voted', {}, { name: null }), 'Somebody who has left the team added a vote for a customer')
})

test('every kind of event of a request or a roadmap item has a sentence of its own', () => {
  const kinds = auditEventTypes.filter((type) => /^(feedback|roadmap)\./.test(type) && type !== 'feedback.deleted')
  assert.deepEqual(
    kinds.filter((type) => historyText(event(type, {})) === 'changed it' && type !== 'feedback.updated'),
    [],
  )
})
