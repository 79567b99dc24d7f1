import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isSameOrigin } from './same-origin.ts'

const post = (origin: string | undefined, host = 'heed.example') => ({
  method: 'POST',
  headers: { host, ...(origin !== undefined && { origin }) },
})

suite('isSameOrigin', () => {
  test('accepts a form of a page of this instance', () => {
    assert.ok(isSameOrigin(post('https://heed.example'), 'https://heed.example'))
    assert.ok(isSameOrigin(post('https://heed.example', 'inner:3000'), 'https://heed.example'))
    assert.ok(isSameOrigin(post('http://localhost:3000', 'localhost:3000'), 'http://127.0.0.1:3000'))
  })

  test('rejects a form of another origin or without one', () => {
    for (const origin of [
      undefined,
      'null',
      'https://evil.example',
      'https://heed.example.evil.example',
      'https://x.heed.example',
    ]) {
      assert.ok(!isSameOrigin(post(origin), 'https://heed.example'), String(origin))
    }
  })

  test('rejects a plain HTTP origin if the instance uses HTTPS', () => {
    assert.ok(!isSameOrigin(post('http://heed.example'), 'https://heed.example'))
  })
})
