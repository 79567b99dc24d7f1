import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork, createClientAddressResolver } from './client-address.ts'

test('ignores X-Forwarded-For unless it comes from a trusted proxy', () => {
  assert.equal(createClientAddressResolver([])('203.0.113.1', '1.2.3.4'), '203.0.113.1')
  assert.equal(createClientAddressResolver(['10.0.0.0/8'])('203.0.113.1', '1.2.3.4'), '203.0.113.1')
})

test('uses the nearest address in X-Forwarded-For that is not a trusted proxy', () => {
  const address = createClientAddressResolver(['10.0.0.0/8', '::1/128'])
  assert.equal(address('10.0.0.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(address('::1', '1.1.1.1, 203.0.113.9, 10.2.3.4'), '203.0.113.9')
  assert.equal(address('::ffff:10.0.0.1', '6.6.6.6, 203.0.113.9'), '203.0.113.9')
  assert.equal(address('10.0.0.1', 'nonsense'), '10.0.0.1')
  assert.equal(address('10.0.0.1', '203.0.113.9, unknown'), '10.0.0.1')
  assert.equal(address('10.0.0.1', null), '10.0.0.1')
  assert.equal(address(undefined, '203.0.113.9'), '')
})

test('counts an IPv6 address as its /64, however it is spelled', () => {
  const same = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2:3:4:5:6']
  assert.deepEqual([...new Set(same.map(clientNetwork))], ['2001:db8:1:2::/64'])
  assert.deepEqual(['::1', '2001:db8::1', '203.0.113.9'].map(clientNetwork), [
    '0:0:0:0::/64',
    '2001:db8:0:0::/64',
    '203.0.113.9',
  ])
})
