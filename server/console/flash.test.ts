import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { redirectWithFlash, takeFlash } from './flash.ts'

const withCookie = (value: unknown) =>
  new Headers({ cookie: `heed_flash=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}` })

suite('flash', () => {
  test('returns the message with its undo form once and clears the cookie', () => {
    const undo = { action: '/w/acme/requests', intent: 'undo', fields: { moves: 'a' } }
    const header = redirectWithFlash('/w/acme', 'Saved.', { tone: 'success', undo }).headers.get('set-cookie')!
    const { flash, clearCookie } = takeFlash(new Headers({ cookie: header.split(';', 1)[0]! }))
    assert.deepEqual(flash, { text: 'Saved.', tone: 'success', undo })
    assert.match(clearCookie ?? '', /^heed_flash=; .*Max-Age=0/)
  })

  test('omits an undo form that does not fit into a cookie', () => {
    const undo = { action: '/w/acme/requests', intent: 'undo', fields: { moves: 'x'.repeat(4_000) } }
    const header = redirectWithFlash('/w/acme', 'Saved.', { undo }).headers.get('set-cookie')!
    assert.ok(header.length < 4_096)
    assert.deepEqual(takeFlash(new Headers({ cookie: header.split(';', 1)[0]! })).flash, { text: 'Saved.' })
  })

  test('ignores forged cookies: unknown tones and fields, and undo forms for other origins', () => {
    const undo = (action: string) => ({ text: 'x', undo: { action, intent: 'undo', fields: {} } })
    for (const value of [
      'not json',
      { text: 'x', tone: 'zzz' },
      { text: 5 },
      { text: 'x', more: true },
      undo('https://evil.example/'),
      undo('//evil.example/'),
      undo('javascript:alert(1)'),
    ]) {
      assert.equal(takeFlash(withCookie(value)).flash, null, JSON.stringify(value))
    }
  })
})
