import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastRatio, contrastSampleOn } from './contrast.ts'

test('contrast is that of WCAG 2.2, whichever colour comes first', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21)
  assert.equal(contrastRatio('#ffffff', '#000000'), 21)
  assert.equal(contrastRatio('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastRatio('#1f7a8c', '#1f7a8c'), 1)
})

test('a button gets the text that can be read on it, and a colour that is lost on a page is found out', () => {
  assert.deepEqual(
    [contrastSampleOn('light', '#1f5fbf').ink, contrastSampleOn('light', '#1f5fbf').fault],
    ['#ffffff', null],
  )
  assert.deepEqual(
    [contrastSampleOn('light', '#ffe14d').ink, contrastSampleOn('light', '#ffe14d').fault],
    ['#1a1816', 'ground'],
  )
  assert.equal(contrastSampleOn('dark', '#ffe14d').fault, null)
  assert.equal(contrastSampleOn('dark', '#101820').fault, 'ground')
})
