/**
 * What a server in Node.js needs to say who somebody is: nothing but the runtime. A test runs it.
 * @param audience for whom the token is, `heed:` and the workspace's slug.
 */
export const ssoTokenSnippet = (audience: string): string => `import { createHmac, randomUUID } from 'node:crypto'

const encoded = (part) =>
  Buffer.from(JSON.stringify(part)).toString('base64url')

export function portalToken({ id, email, name }) {
  const now = Math.floor(Date.now() / 1000)
  const head = { alg: 'HS256', typ: 'JWT' }
  const who = { sub: id, email, name, aud: '${audience}' }
  const claims = { ...who, iat: now, exp: now + 300, jti: randomUUID() }
  const signed = \`\${encoded(head)}.\${encoded(claims)}\`
  const hmac = createHmac('sha256', process.env.HEED_PORTAL_SECRET)
  return \`\${signed}.\${hmac.update(signed).digest('base64url')}\`
}`

interface Widget {
  publicUrl: string
  slug: string
  token: string
}

/** None of it can hold what would need to be escaped. */
export const widgetSnippet = ({ publicUrl, slug, token }: Widget): string =>
  `<script async src="${publicUrl}/p/-/widget.js"\n  data-workspace="${slug}"\n  data-token="${token}"></script>`
