import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { Vault } from '../../platform/crypto/vault.ts'
import { safeRedirectPath } from '../../platform/http/request/redirect-path.ts'
import {
  createPortalClient,
  createSignInMail,
  hiddenFieldValue,
  type PortalTestResponse,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { createTestApp, mailServerUrl, testSecretKey } from '../../test/test-app.ts'
import { createSsoSecret } from '../settings/sso-secrets.ts'

const app = await createTestApp({ smtpUrl: mailServerUrl })
const mail = await createSignInMail(app)
const acme = await app.workspace()
const base = `/p/${acme.slug}`

/** Values of `next` with which an attacker tries to leave the portal for another portal, the console or another site. */
const attacks = [
  '/../evil/',
  '/../../console',
  '/..',
  '/.',
  '/x/../../evil/',
  '/x/../../../console/sign-in',
  '/%2e%2e/evil/',
  '/%2E%2e/evil/',
  '/.%2e/evil/',
  '/%2e./evil/',
  '/%2e/../evil',
  '/%252e%252e/evil/',
  '/%25252e%25252e/evil/',
  '/..%2fevil/',
  '/..%2Fevil/',
  '/%2e%2e%2fevil/',
  '/%252e%252e%252fevil/',
  '/..%5cevil/',
  '/..;/evil/',
  '/..?x=/evil/',
  '/..#/evil/',
  '/\\evil.example',
  '/..\\evil\\',
  '\\\\evil.example',
  '/%5c%5cevil.example',
  '//evil.example',
  '///evil.example',
  '/x//evil.example',
  '/..//evil.example/',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%252fevil.example',
  '/\t/evil.example',
  '/.\t./evil/',
  '/.\n./evil/',
  '/\r\nlocation: https://evil.example',
  '/%0d%0alocation:%20https://evil.example',
  '/%00',
  '/\u0001../evil',
  '/\u200b../evil',
  '/%ff../evil',
  ' /../evil/',
  '',
  'x',
  '../evil/',
  '.evil.example/',
  '@evil.example/',
  ':80@evil.example/',
  '?/../evil',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
]

const vault = new Vault(testSecretKey)
const { secret } = await acme.write((tx) => createSsoSecret(tx, vault))
const ssoToken = (sub: string) =>
  new SignJWT({ sub, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(`heed:${acme.slug}`)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))

const { id: feedbackId } = await acme.api.create('/feedback', { title: 'Dark mode' })
await acme.api.patch(`/feedback/${feedbackId}/status`, { status: 'approved' })
const { id: entryId } = await acme.api.create('/changelog', { title: 'Dark mode is here', body: 'Try it.' })
await acme.api.post(`/changelog/${entryId}/publish`, {})

const visitor = createPortalClient(app, acme)
// Known to the workspace, so that no limit on strangers applies.
const ada = await signInCustomer(app, acme, { externalId: 'u1', email: 'ada@example.com' })
const action = hiddenFieldValue(
  await visitor.get(
    (await visitor.post(`/requests/${feedbackId}/vote`, { vote: 'cast' })).headers.get('location')!.slice(base.length),
  ),
  'then',
)

/** Where each form and link leads that takes `next`: a `Location` header, a link or a hidden field. */
const entrances: Record<string, (next: string) => Promise<string | null>> = {
  'the appearance form': async (next) => locationOf(await visitor.post('/appearance', { theme: 'dark', next })),
  'the vote form': async (next) =>
    locationOf(await ada.post(`/requests/${feedbackId}/vote`, { vote: 'withdraw', next })),
  'the reaction form': async (next) =>
    locationOf(await ada.post(`/changelog/${entryId}/reactions`, { withdraw: '👍', next })),
  'a sign-in link, signed in': async (next) => locationOf(await ada.get(`/sign-in?${new URLSearchParams({ next })}`)),
  'a sign-in link, signed out': async (next) => fieldOf(await visitor.get(`/sign-in?${new URLSearchParams({ next })}`)),
  'the link that skips an action': async (next) => {
    const { text } = await ada.get(
      `/sign-in?${new URLSearchParams([
        ['next', next],
        ['then', action],
      ])}`,
    )
    return /<a class="button" href="([^"]*)"/.exec(text)![1]!
  },
  'the form that asks for a code': async (next) => fieldOf(await visitor.post('/sign-in', { email: 'x', next })),
  'the form that runs an action': async (next) => locationOf(await ada.post('/sign-in/action', { next })),
}

const locationOf = ({ headers }: PortalTestResponse) => headers.get('location')
const fieldOf = (page: PortalTestResponse) => `${base}${decodeAmpersands(hiddenFieldValue(page, 'next'))}`
const decodeAmpersands = (text: string) => text.replaceAll('&amp;', '&')

/** Returns the address that a browser opens. */
const opened = (location: string) => new URL(location, app.origin)

for (const [entrance, leadTo] of Object.entries(entrances)) {
  test(`keeps ${entrance} below the portal for every value of next`, async () => {
    for (const next of attacks) {
      const location = await leadTo(next)
      const { origin, pathname } = opened(location!)
      assert.equal(origin, app.origin, next)
      assert.ok(pathname === `${base}/`, `${JSON.stringify(next)} leads to ${location}`)
    }
  })

  test(`lets ${entrance} lead to a page of the portal with its query`, async () => {
    const location = await leadTo('/?search=a%2F..%2Fb&sort=new#x')
    assert.match(location!.replaceAll('&amp;', '&'), new RegExp(`^${base}/\\?search=a%2F..%2Fb&sort=new#`))
  })
}

test('keeps a sign-in by code or SSO token below the portal for every value of next', async () => {
  for (const next of ['/../evil/', '/../../console', '/%2e%2e/evil/', '//evil.example']) {
    await visitor.post('/sign-in', { email: 'bob@example.com' })
    const code = await mail.deliverCode()
    const signedIn = await visitor.post('/sign-in/code', { email: 'bob@example.com', code, next })
    assert.equal(locationOf(signedIn), `${base}/`)
    const asked = await visitor.post('/identify', { token: await ssoToken('u1'), next })
    assert.equal(fieldOf(asked), `${base}/`)
    const identified = await visitor.post('/identify/confirm', { token: hiddenFieldValue(asked, 'token'), next })
    assert.equal(locationOf(identified), `${base}/`)
  }
})

test('rejects every attack on the host of a custom domain and on the console', () => {
  for (const next of attacks) assert.equal(safeRedirectPath(next), '/', JSON.stringify(next))
})

test('returns other paths in the form that browsers send them', () => {
  const paths = { '/requests/x?submitted': '/requests/x?submitted', '/日本?q=ü': '/%E6%97%A5%E6%9C%AC?q=%C3%BC' }
  for (const [path, sent] of Object.entries(paths)) assert.equal(safeRedirectPath(path, base), sent)
})
