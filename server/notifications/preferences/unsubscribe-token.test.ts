import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import {
  createUnsubscribeToken,
  readUnsubscribeToken,
  type UnsubscribeTarget,
  unsubscribeTokenPurpose,
} from './unsubscribe-token.ts'

const secretKey = 'a secret key that only the tests have, 48 long'
const signer = new Signer(secretKey, unsubscribeTokenPurpose)
const ada: UnsubscribeTarget = { workspaceId: newId(), customerId: newId(), kinds: ['changelog'] }
const token = createUnsubscribeToken(signer, ada)

test('encodes workspace, customer and kinds in characters that are safe in a URL', () => {
  assert.deepEqual(readUnsubscribeToken(signer, token), ada)
  assert.equal(encodeURIComponent(token), token)
})

test('creates a distinct, stable token for each customer, workspace and set of kinds', () => {
  const others = [
    { ...ada, customerId: newId() },
    { ...ada, workspaceId: newId() },
    { ...ada, workspaceId: ada.customerId, customerId: ada.workspaceId },
    { ...ada, kinds: ['replies'] as const },
    { ...ada, kinds: ['stages'] as const },
    { ...ada, kinds: ['replies', 'stages'] as const },
  ]
  const tokens = [ada, ...others].map((recipient) => createUnsubscribeToken(signer, recipient))
  assert.equal(new Set(tokens).size, 7)
  assert.equal(createUnsubscribeToken(new Signer(secretKey, unsubscribeTokenPurpose), ada), token)
})

test('rejects a token with any single character changed', () => {
  for (let index = 0; index < token.length; index++) {
    for (const other of ['A', 'B', '_']) {
      if (token[index] === other) continue
      assert.equal(
        readUnsubscribeToken(signer, token.slice(0, index) + other + token.slice(index + 1)),
        null,
        String(index),
      )
    }
  }
})

test('rejects the signature of another customer', () => {
  const bea = Buffer.from(createUnsubscribeToken(signer, { ...ada, customerId: newId() }), 'base64url')
  const mixed = Buffer.concat([bea.subarray(0, 32), Buffer.from(token, 'base64url').subarray(32)])
  assert.equal(readUnsubscribeToken(signer, mixed.toString('base64url')), null)
})

test('rejects truncated, extended, empty and differently encoded tokens', () => {
  const padded = Buffer.from(token, 'base64url').toString('base64')
  const changed = [token.slice(0, -1), `${token}A`, `${token}=`, '', ' '.repeat(64), 'A'.repeat(64), 'é'.repeat(64)]
  for (const text of [...changed, padded.replace(/[A-Za-z0-9]$/, '+'), 'A'.repeat(100_000)]) {
    assert.equal(readUnsubscribeToken(signer, text), null, text.slice(0, 80))
  }
})

test('rejects a token of another key or another purpose', () => {
  assert.equal(readUnsubscribeToken(new Signer(`${secretKey}!`, unsubscribeTokenPurpose), token), null)
  assert.equal(readUnsubscribeToken(signer, createUnsubscribeToken(new Signer(secretKey, 'cursors'), ada)), null)
})
