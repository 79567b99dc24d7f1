import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccent } from './accent.ts'

test('a colour that can be read stays as it is; one that cannot is mixed until it can, in each theme by itself', () => {
  assert.equal(createAccent('#1f5fbf').light.color, '#1f5fbf')
  assert.notEqual(createAccent('#1f5fbf').dark.color, '#1f5fbf')
  assert.notEqual(createAccent('#ffe14d').light.color, '#ffe14d')
  assert.equal(createAccent('#ffe14d').dark.color, '#ffe14d')
})

test('whatever the colour, there is text that can be read upon it', () => {
  for (const hex of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#808080', '#ffe14d']) {
    const { light, dark } = createAccent(hex)
    assert.equal(light.on, '#ffffff', hex)
    assert.match(dark.on, /^#(ffffff|1a1816)$/, hex)
  }
})
