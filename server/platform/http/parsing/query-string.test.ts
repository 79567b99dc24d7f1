import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageQuery, Strict, Type } from '../../schemas.ts'
import { coerceQuery, parseQuery } from './query-string.ts'

const schema = Strict({ ...pageQuery, labelIds: Type.Array(Type.String()) })
const read = (text: string) => ({ ...coerceQuery(parseQuery(text), schema) })

test('reads every parameter with all its values, in the order sent', () => {
  assert.deepEqual({ ...parseQuery('a=1&b=2&a=3&a') }, { a: ['1', '3', ''], b: ['2'] })
  assert.deepEqual({ ...parseQuery('') }, {})
  assert.deepEqual({ ...parseQuery('&&a=1&') }, { a: ['1'] })
  assert.deepEqual({ ...parseQuery('a=b=c&=d') }, { a: ['b=c'], '': ['d'] })
})

test('percent-decodes names and values once and reads + as a space', () => {
  assert.deepEqual({ ...parseQuery('se%61rch=50%25+off%2B%26') }, { search: ['50% off+&'] })
  assert.deepEqual({ ...parseQuery('a=%2525') }, { a: ['%25'] })
})

test('turns malformed percent-encoding into text that the schema check rejects', () => {
  for (const text of ['%', '%zz', '%ff', '%c0%80', '%ed%a0%80']) {
    assert.equal(parseQuery(`a=${text}`).a?.[0]?.isWellFormed(), false, text)
  }
})

test('converts digits to a number only where the schema expects an integer', () => {
  assert.deepEqual(read('limit=50'), { limit: 50 })
  assert.deepEqual(read('limit=-1'), { limit: -1 })
  for (const limit of ['', 'abc', '1e2', '1.0', '0x10', ' 5', '５', 'Infinity', '9'.repeat(16)]) {
    assert.deepEqual(read(`limit=${encodeURIComponent(limit)}`), { limit })
  }
  assert.deepEqual(read('cursor=5'), { cursor: '5' })
})

test('keeps a repeated parameter as a list', () => {
  assert.deepEqual(read('limit=1&limit=2'), { limit: ['1', '2'] })
  assert.deepEqual(read('labelIds=a'), { labelIds: ['a'] })
  assert.deepEqual(read('labelIds=a&labelIds=b'), { labelIds: ['a', 'b'] })
})

test('keeps parameters named like inherited members, to reject them by name', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    for (const text of [`${name}=1`, `${name}=1&${name}=2`]) {
      assert.deepEqual(Object.keys(coerceQuery(parseQuery(text), schema)), [name], text)
    }
  }
})
