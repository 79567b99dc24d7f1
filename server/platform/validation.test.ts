import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OneOf, pageQuery, Strict, Text, Type, Uuid } from './schemas.ts'
import { createValidator } from './validation.ts'

const text = (min: number, max: number) => createValidator(Strict({ title: Text({ min, max }) }), '')
const messageOf = (title: unknown, min = 1, max = 5): string | undefined => text(min, max)({ title })[0]?.message
const format = (name: string) => {
  const check = createValidator(Strict({ value: Type.String({ format: name }) }), '')
  return (value: string): boolean => check({ value }).length === 0
}

test('trims text in place and then measures its length', () => {
  const body = { title: ' \t\n\u00a0\u2003\u3000 12345 \r\n\ufeff' }
  assert.deepEqual(text(1, 5)(body), [])
  assert.equal(body.title, '12345')
  assert.equal(messageOf(' \n\u2003'), 'must not be empty')
  assert.equal(messageOf('  1234 6  '), 'must have at most 5 characters')
})

test('counts code points, not UTF-16 units or bytes', () => {
  assert.equal(messageOf('🚀'.repeat(5)), undefined)
  assert.equal(messageOf('🚀'.repeat(6)), 'must have at most 5 characters')
  assert.equal(messageOf('🚀', 2), 'must have at least 2 characters')
  assert.equal(messageOf('\u0627\u0644\u0639\u0631\u0628'), undefined)
  // A family is seven code points: four people and three joiners.
  assert.equal(messageOf('👨‍👩‍👧‍👦'), 'must have at most 5 characters')
})

test('rejects a NUL character or an unpaired surrogate anywhere in a text', () => {
  for (const title of ['\0', 'a\0', '\ud83d', 'a\udc00b', '\udc00\ud800']) {
    assert.ok(
      text(1, 5)({ title }).some(({ message }) => /NUL .* unpaired surrogate/.test(message)),
      JSON.stringify(title),
    )
  }
  assert.equal(messageOf('\u0001\u200b\u202e'), undefined)
})

test('reports all problems at once, each with its own path', () => {
  const schema = Strict({
    title: Text({ min: 1, max: 5 }),
    stage: OneOf(['pending', 'closed']),
    ids: Type.Array(Uuid(), { maxItems: 2, uniqueItems: true }),
    target: Strict({ date: Type.String({ format: 'date' }) }),
    priority: Type.Integer({ minimum: 0, maximum: 4 }),
  })
  const details = createValidator(
    schema,
    '',
  )({
    stage: 'gone',
    ids: ['x', 'x', 1],
    target: { date: '2026-02-30', time: 1 },
    priority: 1.5,
    surprise: null,
  })
  assert.deepEqual(details.map(({ path, message }) => `${path} ${message}`).sort(), [
    '/ids must have at most 2 items',
    '/ids must not contain duplicates (items 0 and 1 are equal)',
    '/ids/0 must be a UUID',
    '/ids/1 must be a UUID',
    '/ids/2 must be a string',
    '/priority must be an integer',
    '/stage must be one of "pending", "closed"',
    '/surprise is not recognized',
    '/target/date must be a calendar date such as 2026-09-30',
    '/target/time is not recognized',
    '/title is required',
  ])
})

test('does not coerce types', () => {
  const check = createValidator(Strict({ limit: Type.Integer(), on: Type.Boolean(), title: Type.String() }), '')
  assert.equal(check({ limit: '5', on: 'true', title: 5 }).length, 3)
  assert.equal(check({ limit: null, on: 1, title: null }).length, 3)
  assert.equal(check({ limit: Infinity, on: 0, title: ['x'] }).length, 3)
  assert.equal(check([]).length, 1)
  assert.equal(check(null).length, 1)
})

test('escapes ~ and / in JSON Pointers (RFC 6901)', () => {
  const check = createValidator(Strict({}), '')
  const paths = check({ 'a/b': 1, 'c~d': 1, '~1': 1, '': 1 }).map(({ path }) => path)
  assert.deepEqual(paths, ['/a~1b', '/c~0d', '/~01', '/'])
})

test('treats names of inherited members like any other name', () => {
  const check = createValidator(Strict({ title: Type.Optional(Type.String()) }), '')
  const body = JSON.parse('{"__proto__": {"title": 1}, "constructor": 1, "toString": 1, "hasOwnProperty": 1}')
  assert.deepEqual(
    check(body).map(({ path }) => path),
    ['/__proto__', '/constructor', '/toString', '/hasOwnProperty'],
  )
})

test('names the parameter of a query problem', () => {
  const check = createValidator(Strict(pageQuery), 'query')
  assert.deepEqual(check({ limit: 101, cursor: 'c', page: '2' }), [
    { path: 'query.page', message: 'is not recognized', code: 'additionalProperties' },
    { path: 'query.limit', message: 'must be at most 100', code: 'maximum', values: { limit: 100 } },
  ])
})

test('reports at most 100 problems, without duplicates', () => {
  const check = createValidator(Strict({}), '')
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, 1]))
  const details = check(many)
  assert.equal(details.length, 100)
  assert.equal(new Set(details.map(({ path }) => path)).size, 100)
})

test('reports "at least one of" once, not once per member', () => {
  const needs = (name: string) => ({ required: [name] })
  const members = { email: Type.Optional(Type.String()), externalId: Type.Optional(Type.String()) }
  const check = createValidator(Strict(members, { anyOf: [needs('email'), needs('externalId')] }), '')
  assert.deepEqual(check({}), [{ path: '', message: 'must have email or externalId', code: 'anyOf' }])
  assert.deepEqual(check({ externalId: 'x' }), [])
})

test('accepts only real calendar dates', () => {
  const isDate = format('date')
  for (const day of ['2026-09-30', '2024-02-29', '0001-01-01', '9999-12-31']) assert.ok(isDate(day), day)
  for (const day of [
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-9-30',
    '26-09-30',
    '2026-09-30T00:00',
  ]) {
    assert.ok(!isDate(day), day)
  }
})

test('requires a time to have an offset (RFC 3339)', () => {
  const isTime = format('date-time')
  for (const time of ['2026-09-30T09:00:00Z', '2026-09-30t09:00:00.123456789+05:30', '2026-09-30T23:59:59-00:00']) {
    assert.ok(isTime(time), time)
  }
  for (const time of [
    '2026-09-30T09:00:00',
    '2026-09-30',
    '2026-09-30T25:00:00Z',
    '2026-09-31T09:00:00Z',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    'tomorrow',
  ]) {
    assert.ok(!isTime(time), time)
  }
})

test('requires an absolute http or https URL with a host', () => {
  const isUrl = format('http-url')
  for (const url of [
    'https://example.com',
    'HTTP://example.com:8080/a?b#c',
    'http://[::1]/',
    'https://bücher.example/',
  ]) {
    assert.ok(isUrl(url), url)
  }
  for (const url of [
    'example.com',
    '/a',
    '//a.b',
    'ftp://a.b',
    'javascript:alert(1)',
    'https://',
    'https:a.b',
    'http://a b',
  ]) {
    assert.ok(!isUrl(url), url)
  }
})

test('requires an email address with one @, a dot in the domain and no character that could end a header', () => {
  const isEmail = format('email')
  for (const email of ['a@b.c', 'ada+x@mail.example.com', '用户@例子.公司']) assert.ok(isEmail(email), email)
  for (const email of [
    'a',
    'a@b',
    '@b.c',
    'a@b.',
    'a@@b.c',
    'a b@c.d',
    'a@b.c\r\nBcc: x@y.z',
    '<a@b.c>',
    'a@b.c,d@e.f',
  ]) {
    assert.ok(!isEmail(email), email)
  }
})

test('accepts only IANA time zone names', () => {
  const isZone = format('timezone')
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires']) assert.ok(isZone(zone), zone)
  for (const zone of ['Berlin', '+02:00', '', 'Europe/Atlantis']) assert.ok(!isZone(zone), zone)
})
