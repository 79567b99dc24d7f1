import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * Creates a key and a self-signed certificate (RFC 5280) for 127.0.0.1 and localhost, in PEM. Each test creates its
 * own, so that no key is in the repository and none expires.
 */
export function createSelfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    context(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(subjectAltName)),
  )
  const signature = bits(sign('sha256', body, privateKey))
  const der = sequence(body, ecdsaWithSha256, signature)
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trim()
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes tag, length and contents (X.690, section 8.1). */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), contents])
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const integer = (bytes: Buffer) => element(0x02, bytes)
const bits = (bytes: Buffer) => element(0x03, Buffer.from([0]), bytes)
const context = (number: number, ...parts: Buffer[]) => element(0xa0 + number, ...parts)
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const text = (value: string) => element(0x0c, Buffer.from(value))

/** Formats a time some years from now as GeneralizedTime. */
function time(years: number): Buffer {
  const at = new Date()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return element(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))
}

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const name = sequence(element(0x31, sequence(identifier('550403'), text('localhost'))))
const subjectAltName = sequence(
  identifier('551d11'),
  element(0x04, sequence(element(0x82, Buffer.from('localhost')), element(0x87, Buffer.from([127, 0, 0, 1])))),
)
