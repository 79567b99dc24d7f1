/**
 * Returns Node.js code without dependencies that creates a single sign-on token. A test runs it.
 * @param audience `heed:` and the workspace's slug
 */
export const ssoTokenSnippet = (audience: string): string => `import { createHmac, randomUUID } from 'node:crypto'

const encode = (part) =>
  Buffer.from(JSON.stringify(part)).toString('base64url')

export function portalToken({ id, email, name }) {
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: 'HS256', typ: 'JWT' }
  const identity = { sub: id, email, name, aud: '${audience}' }
  const claims = { ...identity, iat: now, exp: now + 300, jti: randomUUID() }
  const unsigned = \`\${encode(header)}.\${encode(claims)}\`
  const hmac = createHmac('sha256', process.env.HEED_PORTAL_SECRET)
  return \`\${unsigned}.\${hmac.update(unsigned).digest('base64url')}\`
}`

interface Widget {
  publicUrl: string
  slug: string
  token: string
}

/** Needs no escaping: none of the values can contain markup. */
export const widgetSnippet = ({ publicUrl, slug, token }: Widget): string =>
  `<script async src="${publicUrl}/p/-/widget.js"\n  data-workspace="${slug}"\n  data-token="${token}"></script>`
