import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkContrast, contrastRatio } from './contrast.ts'

test('computes the WCAG 2.2 contrast ratio, whichever color comes first', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21)
  assert.equal(contrastRatio('#ffffff', '#000000'), 21)
  assert.equal(contrastRatio('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastRatio('#1f7a8c', '#1f7a8c'), 1)
})

test('chooses readable button text, and reports colors with low contrast on the page', () => {
  assert.deepEqual([checkContrast('light', '#1f5fbf').ink, checkContrast('light', '#1f5fbf').issue], ['#ffffff', null])
  assert.deepEqual(
    [checkContrast('light', '#ffe14d').ink, checkContrast('light', '#ffe14d').issue],
    ['#1a1816', 'background'],
  )
  assert.equal(checkContrast('dark', '#ffe14d').issue, null)
  assert.equal(checkContrast('dark', '#101820').issue, 'background')
})
