/**
 * What a server in Node.js needs to say who somebody is: nothing but the runtime. A test runs it.
 * @param audience for whom the token is, `heed:` and the workspace's slug.
 */
export const signingSnippet = (audience: string): string => `import { createHmac, randomUUID } from 'node:crypto'

export function portalToken({ id, email, name }) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, email, name, aud: '${audience}', iat: now, exp: now + 300, jti: randomUUID() }
  const signed = \`\${part({ alg: 'HS256', typ: 'JWT' })}.\${part(claims)}\`
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
