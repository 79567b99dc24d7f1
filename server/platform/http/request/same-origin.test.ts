import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isSameOrigin } from './same-origin.ts'

const post = (origin: string | undefined, host = 'heed.example') => ({
  method: 'POST',
  headers: { host, ...(origin !== undefined && { origin }) },
})

suite('a form that was sent', () => {
  test('is ours when its page is', () => {
    assert.ok(isSameOrigin(post('https://heed.example'), 'https://heed.example'))
    assert.ok(isSameOrigin(post('https://heed.example', 'inner:3000'), 'https://heed.example'))
    assert.ok(isSameOrigin(post('http://localhost:3000', 'localhost:3000'), 'http://127.0.0.1:3000'))
  })

  test('is not ours from anywhere else, or from nowhere', () => {
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

  test('is not ours over plain HTTP when the instance is reached over HTTPS', () => {
    assert.ok(!isSameOrigin(post('http://heed.example'), 'https://heed.example'))
  })
})
