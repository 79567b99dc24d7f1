import assert from 'node:assert/strict'
import { test } from 'node:test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createProofOfWork } from '../../portal/http/proof-of-work.ts'
import { testSecretKey } from '../test-app.ts'

// The library compares the expiry with the system clock.
const now = new Date().toISOString()
const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1_000).toISOString()
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const createProofs = () => createProofOfWork(new Signer(testSecretKey, 'portal proof of work'), { kind: 'memory' })

async function solved() {
  const proofs = createProofs()
  const challenge = await proofs.createChallenge('acme', now)
  const solution = await solveChallenge({ challenge, deriveKey })
  return { proofs, challenge, solution, proof: encode({ challenge, solution }) }
}

test('accepts a proof only once, even when it is sent many times at once', async () => {
  const { proofs, proof } = await solved()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => proofs.redeem('acme', proof, now)))
  assert.equal(outcomes.filter(Boolean).length, 1)
})

test('rejects a proof for another workspace, after ten minutes, and with any parameter changed', async () => {
  const { proofs, challenge, solution, proof } = await solved()
  assert.equal(await proofs.redeem('other', proof, now), false)
  assert.equal(await proofs.redeem('acme', proof, later(601)), false)
  const { parameters } = challenge
  const changes: Record<string, unknown>[] = [
    ...[{ cost: 1 }, { keyLength: 1 }, { keyPrefix: '' }, { salt: '' }, { algorithm: 'SHA-256' }, { extra: 1 }],
    ...[{ expiresAt: parameters.expiresAt! + 1 }, { data: { workspaceId: 'other' } }, { keySignature: undefined }],
    {
      nonce:
        parameters.nonce.toUpperCase() === parameters.nonce ? `0${parameters.nonce}` : parameters.nonce.toUpperCase(),
    },
  ]
  for (const change of changes) {
    const changed = { ...challenge, parameters: { ...parameters, ...change } } as Challenge
    assert.equal(
      await proofs.redeem('acme', encode({ challenge: changed, solution }), now),
      false,
      JSON.stringify(change),
    )
  }
  for (const wrong of [{ counter: 0, derivedKey: '' }, { ...solution, derivedKey: '' }, [], 'x', null])
    assert.equal(await proofs.redeem('acme', encode({ challenge, solution: wrong }), now), false, JSON.stringify(wrong))
  assert.equal(await proofs.redeem('acme', proof, later(599)), true)
})
