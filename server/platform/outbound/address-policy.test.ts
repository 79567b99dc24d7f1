import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAddressPolicy, networkProblem } from './address-policy.ts'

const refused: Record<string, string[]> = {
  'this machine': ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1'],
  'private networks': [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff::1',
  ],
  'link-local addresses and cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::5db8:d822', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '192.88.99.1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'IPv4 in IPv6': [
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '::ffff:c0a8:1', '::ffff:169.254.169.254'],
    ...['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::ffff:0:127.0.0.1', '0:0:0:0:0:ffff:7f00:1'],
  ],
  'reserved ranges': [
    ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
    ...['2001:db8::1', '3fff::1', '5f00::1', '100::1', '2001:2::1', '2001:10::1', 'fec0::1'],
  ],
  multicast: ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'text that is not an address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '8.8.8.8.',
    '8.8.8',
    '[::1]',
    '08.8.8.8',
  ],
}

for (const [range, addresses] of Object.entries(refused)) {
  test(`forbids ${range}`, () => {
    const { isPermitted, isAllowListed } = createAddressPolicy([])
    for (const address of addresses) assert.equal(isPermitted(address) || isAllowListed(address), false, address)
  })
}

test('permits public addresses without listing them as allowed', () => {
  const { isPermitted, isAllowListed } = createAddressPolicy([])
  const edges = ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0']
  const more = ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255']
  const ipv6 = ['2600::1', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2003::1', '::ffff:8.8.8.8']
  for (const address of [...edges, ...more, ...ipv6]) {
    assert.equal(isPermitted(address), true, address)
    assert.equal(isAllowListed(address), false, address)
  }
})

test('permits an allowed network and forbids its neighbors', () => {
  const { isPermitted, isAllowListed } = createAddressPolicy(['10.1.0.0/16', '127.0.0.1/32', 'fd12::/32'])
  const inside = ['10.1.0.0', '10.1.255.255', '127.0.0.1', '::ffff:10.1.2.3', '::ffff:7f00:1', 'fd12::1']
  for (const address of inside) assert.equal(isPermitted(address) && isAllowListed(address), true, address)
  const outside = [
    '10.0.255.255',
    '10.2.0.0',
    '127.0.0.2',
    '::ffff:10.2.0.0',
    'fd13::1',
    '::1',
    '64:ff9b::a01:203',
    '2002:a01:203::',
  ]
  for (const address of outside) assert.equal(isPermitted(address) || isAllowListed(address), false, address)
})

test('treats an IPv4-mapped IPv6 address like the IPv4 address', () => {
  const { isPermitted } = createAddressPolicy(['10.1.0.0/16'])
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      assert.equal(isPermitted(`::ffff:${address}`), isPermitted(address))
      assert.equal(isPermitted(`::ffff:${hex}`), isPermitted(address))
      assert.equal(isPermitted(`::${hex}`) || isPermitted(`64:ff9b::${hex}`) || isPermitted(`2002:${hex}::1`), false)
    }),
  )
})

test('accepts an address with a prefix length as a network and names anything else', () => {
  for (const right of ['10.0.0.0/8', '127.0.0.1/32', '0.0.0.0/0', 'fd00::/8', '::1/128']) {
    assert.equal(networkProblem(right), null)
  }
  const wrong = [
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0/8',
    'fd00::/129',
    'localhost/8',
    '/8',
  ]
  for (const text of wrong) assert.match(networkProblem(text) ?? '', /is not a network/, text)
})
