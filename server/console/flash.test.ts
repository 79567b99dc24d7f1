import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { redirectWithFlash, takeFlash } from './flash.ts'

const carrying = (value: unknown) =>
  new Headers({ cookie: `heed_flash=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}` })

suite('what the next page says', () => {
  test('is what was said, with its way back, and is forgotten with it', () => {
    const undo = { action: '/w/acme/requests', intent: 'undo', fields: { moves: 'a' } }
    const header = redirectWithFlash('/w/acme', 'Saved.', { tone: 'success', undo }).headers.get('set-cookie')!
    const { flash, clearCookie } = takeFlash(new Headers({ cookie: header.split(';', 1)[0]! }))
    assert.deepEqual(flash, { text: 'Saved.', tone: 'success', undo })
    assert.match(clearCookie ?? '', /^heed_flash=; .*Max-Age=0/)
  })

  test('leaves out a way back that no cookie can hold', () => {
    const undo = { action: '/w/acme/requests', intent: 'undo', fields: { moves: 'x'.repeat(4_000) } }
    const header = redirectWithFlash('/w/acme', 'Saved.', { undo }).headers.get('set-cookie')!
    assert.ok(header.length < 4_096)
    assert.deepEqual(takeFlash(new Headers({ cookie: header.split(';', 1)[0]! })).flash, { text: 'Saved.' })
  })

  test('is nothing when a stranger wrote it: no words of theirs as a tone, no form that leads elsewhere', () => {
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
      assert.equal(takeFlash(carrying(value)).flash, null, JSON.stringify(value))
    }
  })
})
