import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, sampleOn } from './contrast.ts'

test('contrast is that of WCAG 2.2, whichever colour comes first', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#1f7a8c', '#1f7a8c'), 1)
})

test('a button gets the text that can be read on it, and a colour that is lost on a page is found out', () => {
  assert.deepEqual([sampleOn('light', '#1f5fbf').ink, sampleOn('light', '#1f5fbf').fault], ['#ffffff', null])
  assert.deepEqual([sampleOn('light', '#ffe14d').ink, sampleOn('light', '#ffe14d').fault], ['#1a1816', 'ground'])
  assert.equal(sampleOn('dark', '#ffe14d').fault, null)
  assert.equal(sampleOn('dark', '#101820').fault, 'ground')
})
