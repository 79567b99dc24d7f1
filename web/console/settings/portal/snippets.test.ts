import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { ssoTokenSnippet, widgetSnippet } from './snippets.ts'

const readPart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

test('the sample code creates a token signed with the secret, for this workspace, that expires after minutes', async () => {
  process.env.HEED_PORTAL_SECRET = 'heed_ps_of_this_test'
  const code = Buffer.from(ssoTokenSnippet('heed:acme')).toString('base64')
  const { portalToken } = await import(`data:text/javascript;base64,${code}`)
  const [header, claims, signature] = portalToken({ id: 'u1', email: 'ada@acme.test', name: 'Ada' }).split('.')
  assert.deepEqual(readPart(header), { alg: 'HS256', typ: 'JWT' })
  const hmac = createHmac('sha256', process.env.HEED_PORTAL_SECRET).update(`${header}.${claims}`)
  assert.equal(signature, hmac.digest('base64url'))
  const { iat, exp, jti, ...rest } = readPart(claims)
  assert.deepEqual(rest, { sub: 'u1', email: 'ada@acme.test', name: 'Ada', aud: 'heed:acme' })
  assert.equal(exp - iat, 300)
  assert.match(jti, /^[0-9a-f-]{36}$/)
  assert.deepEqual(Object.keys(readPart(portalToken({ id: 'u1' }).split('.')[1])), ['sub', 'aud', 'iat', 'exp', 'jti'])
})

test('the embed code contains the script, the workspace and the token', () => {
  const code = widgetSnippet({ publicUrl: 'https://heed.test', slug: 'acme', token: 'heed_wt_x' })
  assert.equal(
    code,
    '<script async src="https://heed.test/p/-/widget.js"\n  data-workspace="acme"\n  data-token="heed_wt_x"></script>',
  )
})
