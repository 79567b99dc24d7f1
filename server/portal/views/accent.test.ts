import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccent } from './accent.ts'

test('keeps a legible color and adjusts an illegible one, per theme', () => {
  assert.equal(createAccent('#1f5fbf').light.color, '#1f5fbf')
  assert.notEqual(createAccent('#1f5fbf').dark.color, '#1f5fbf')
  assert.notEqual(createAccent('#ffe14d').light.color, '#ffe14d')
  assert.equal(createAccent('#ffe14d').dark.color, '#ffe14d')
})

test('always finds a legible text color', () => {
  for (const hex of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#808080', '#ffe14d']) {
    const { light, dark } = createAccent(hex)
    assert.equal(light.on, '#ffffff', hex)
    assert.match(dark.on, /^#(ffffff|1a1816)$/, hex)
  }
})
