import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deriveKey, hmacSha256, Signer } from './secret-key.ts'

interface Vector {
  key: Buffer
  data: string | Buffer
  mac: string
}

// RFC 4231, section 4. Case 5 (truncation) gives 128 bits, which is what Signer uses.
const vectors: Record<string, Vector> = {
  'case 1': {
    key: Buffer.alloc(20, 0x0b),
    data: 'Hi There',
    mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  'case 2, a key shorter than the output': {
    key: Buffer.from('Jefe'),
    data: 'what do ya want for nothing?',
    mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  'case 3, key and data longer than 64 bytes together': {
    key: Buffer.alloc(20, 0xaa),
    data: Buffer.alloc(50, 0xdd),
    mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  'case 4, key and data longer than 64 bytes together': {
    key: Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
    data: Buffer.alloc(50, 0xcd),
    mac: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  'case 5, truncated to 128 bits': {
    key: Buffer.alloc(20, 0x0c),
    data: 'Test With Truncation',
    mac: 'a3b6167473100ee06e0c796c2955552b',
  },
  'case 6, a key longer than the block': {
    key: Buffer.alloc(131, 0xaa),
    data: 'Test Using Larger Than Block-Size Key - Hash Key First',
    mac: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  'case 7, key and data longer than the block': {
    key: Buffer.alloc(131, 0xaa),
    data: 'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    mac: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
}

suite('computes the HMAC-SHA-256 vectors of RFC 4231: ', () => {
  for (const [name, { key, data, mac }] of Object.entries(vectors)) {
    test(name, () => {
      assert.equal(
        hmacSha256(key, data)
          .subarray(0, mac.length / 2)
          .toString('hex'),
        mac,
      )
    })
  }
})

test('signs with the first 16 bytes of the HMAC under the key derived for the purpose', () => {
  const secretKey = 'a secret key of more than thirty-two characters'
  const signature = new Signer(secretKey, 'cursors').sign('page 2')
  assert.deepEqual(signature, hmacSha256(deriveKey(secretKey, 'cursors'), 'page 2').subarray(0, 16))
})

test('accepts its own signature and rejects every other', () => {
  const signer = new Signer('a secret key of more than thirty-two characters', 'cursors')
  const signature = signer.sign('page 2')
  assert.ok(signer.isSignature(signature, 'page 2'))
  assert.ok(!signer.isSignature(signature, 'page 3'))
  assert.ok(!signer.isSignature(signature.subarray(0, 15), 'page 2'))
  assert.ok(!new Signer('a secret key of more than thirty-two characters', 'links').isSignature(signature, 'page 2'))
})
