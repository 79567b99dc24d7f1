import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatListFilter, isFiltered, pickListFilter } from './list-filter.ts'
import { parseRequestListQuery } from './parse-list-query.ts'

const id = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`
const [board, tag, member, me, customer] = [id(1), id(2), id(3), id(4), id(5)]

const parse = (query: string, hasCustomer = false) =>
  parseRequestListQuery(new URLSearchParams(query), {
    options: {
      boards: [{ id: board!, name: 'Bugs' }],
      tags: [{ id: tag!, name: 'Big', color: '#000000' }],
      members: [
        { id: member!, name: 'Ada' },
        { id: me!, name: 'Me' },
      ],
    },
    hasCustomer,
    viewIds: [],
    memberId: me!,
    zone: 'Europe/Berlin',
    now: '2026-03-31T12:00:00.000Z',
  })

const defined = (query: object) => JSON.parse(JSON.stringify(query))

test('reads repeated values and values separated by commas, each once, and keeps addresses from before', () => {
  const { query, ignored } = parse('stage=planned&stage=closed,planned&board=&unanswered=1&answered=1&sort=votes')
  assert.deepEqual(defined(query), {
    stages: ['planned', 'closed'],
    isUnanswered: true,
    isAnswered: true,
    sort: 'votes',
  })
  assert.deepEqual(ignored, [])
  assert.deepEqual(defined(parse(`stage=pending&board=${board}`).query), { stages: ['pending'], boardIds: [board] })
})

test('reads every filter', () => {
  const owners = `owner=me&owner=none&owner=${member!.toUpperCase()}`
  const rest = `tag=${tag}&customer=${customer}&roadmap=no&issue=yes&from=30d&to=2026-02-28&minVotes=2&maxVotes=9&votedFrom=2026-03-01&votedTo=2026-03-07&status=spam`
  const { query, filter } = parse(`${owners}&${rest}`, true)
  assert.deepEqual(defined(query), {
    ...{ ownerIds: [me, null, member], tagIds: [tag], customerId: customer, isOnRoadmap: false, hasIssue: true },
    created: { from: '30d', to: '2026-02-28', zone: 'Europe/Berlin', now: '2026-03-31T12:00:00.000Z' },
    voted: { from: '2026-03-01', to: '2026-03-07', zone: 'Europe/Berlin', now: '2026-03-31T12:00:00.000Z' },
    ...{ minVotes: 2, maxVotes: 9, statuses: ['spam'] },
  })
  assert.equal(formatListFilter(filter), `?${owners.replace(member!.toUpperCase(), member!)}&${rest}`)
})

test('ignores what is invalid or no longer exists, names it, and keeps the rest', () => {
  const invalid = {
    stage: 'nowhere',
    board: id(9),
    owner: id(9),
    tag: 'big',
    customer: customer!,
    unanswered: 'yes',
    answered: 'no',
    roadmap: '1',
    issue: 'maybe',
    from: '2026-02-30',
    to: '30d',
    minVotes: '-1',
    maxVotes: '2147483648',
    votedFrom: 'd',
    votedTo: '7d',
    status: 'open',
    search: 'x'.repeat(201),
    sort: 'size',
  }
  const { query, filter, ignored } = parse(`${new URLSearchParams(invalid)}&stage=planned`)
  assert.deepEqual(defined(query), { stages: ['planned'] })
  assert.deepEqual(filter, { stage: ['planned'] })
  assert.deepEqual(ignored, Object.keys(invalid))
})

test('tells lists apart by their filters only, and a filtered list from one with a stage or order', () => {
  const params = new URLSearchParams('comments=3&sort=votes&tag=b&tag=a&after=x')
  assert.equal(pickListFilter(params), '?tag=b&tag=a&sort=votes')
  assert.equal(isFiltered({ stage: ['planned'], sort: 'votes', view: id(1) }), false)
  assert.equal(isFiltered({ roadmap: 'no' }), true)
})
