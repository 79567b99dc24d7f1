import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQR from 'qr/decode.js'
import { createQrCode } from './qr-code.ts'

test('encodes the text so that a QR decoder reads it back', () => {
  const text =
    'otpauth://totp/Heed:mara@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Heed&digits=6&period=30'
  assert.equal(decode(createQrCode(text)), text)
})

/** Draws the path with a few pixels per module and decodes the image. */
function decode({ size, path }: { size: number; path: string }): string {
  const scale = 6
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return decodeQR({ width, height: width, data })
}
