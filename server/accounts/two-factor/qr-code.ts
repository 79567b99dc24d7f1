import { encodeQR } from 'qr'

/** A QR code (ISO/IEC 18004) as the path of an SVG whose view box is `size` by `size`, quiet zone included. */
export interface QrCode {
  size: number
  path: string
}

const quietZone = 4

export function createQrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
