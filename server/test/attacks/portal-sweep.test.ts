import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { portalRoutes } from '../../portal/routes.ts'
import { createPortalClient, signInCustomer } from '../clients/portal-client.ts'
import { createTestApp } from '../test-app.ts'

// Covers every route of the portal, including new ones.
const app = await createTestApp()
const secret = 'zebrasecret'

const fill = (path: string, id: string) => path.replaceAll(/:\w+|\*/g, id)

test('rejects every form from another site before it has any effect', async () => {
  const acme = await app.workspace()
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com' })
  const forms = portalRoutes.filter(({ method, options }) => method === 'POST' && !options.isCrossOrigin)
  assert.ok(forms.length >= 15)
  const { host } = new URL(app.origin)
  const origins = ['https://evil.example', 'null', `http://${host}.evil.example`, `http://evil.example#${host}`, '']
  for (const { path } of forms) {
    for (const origin of origins) {
      const { status } = await ada.post(fill(path, newId()), { email: 'x@example.com', written: 'on' }, { origin })
      assert.equal(status, 403, `${path} from ${origin}`)
    }
  }
  assert.equal((await ada.get('/me')).status, 200)
})

test('shows signed-out visitors nothing of a private portal on any route', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: secret, description: secret })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const entry = await acme.api.create('/changelog', { title: secret, body: secret })
  await acme.api.post(`/changelog/${entry.id}/publish`, {})
  const read = async () => {
    const texts = new Map<string, string>()
    const reader = createPortalClient(app, acme)
    for (const { method, path } of portalRoutes) {
      if (method !== 'GET') continue
      for (const filled of new Set([fill(path, id), fill(path, entry.id)])) {
        for (const query of ['?', '?search=zebrasecr', '?title=zebrasecret', '?for=vote']) {
          // A unique URL, because responses are cached for a second.
          const { text, headers } = await reader.get(`${filled}${query}&${newId()}`)
          texts.set(filled + query, text + [...headers].filter(([name]) => name !== 'location').join('\n'))
        }
      }
    }
    return [...texts].filter(([, text]) => text.includes(secret)).map(([path]) => path)
  }
  assert.ok((await read()).length > 10)
  await app.database.pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  assert.deepEqual(await read(), [])
})

test('responds to hostile search texts with a page, and finds no hidden requests', async () => {
  const acme = await app.workspace()
  await acme.api.create('/feedback', { title: secret, description: 'waits for review' })
  const reader = createPortalClient(app, acme)
  const texts = [
    ...["a & b | !c :* ') | ('", "'\\", "'''", '\\', '%', '_', ':*', '!!', '<->', '((((', "zebra' | 'x"],
    ...[
      'zebrasecre',
      'zebrasecrte',
      'a'.repeat(10_000),
      'a-'.repeat(5_000),
      'á'.repeat(5_000),
      '書き出し'.repeat(2_000),
    ],
    ...['👩‍👩‍👧‍👦'.repeat(500), "a' b\\ ".repeat(200), '\u0001\u0002', '\ufffe', '\u202e'.repeat(300)],
  ]
  for (const text of texts) {
    for (const path of [
      '/?search=',
      '/?sort=newest&search=',
      '/similar?title=',
      '/widget/similar?title=',
      '/requests/new?title=',
    ]) {
      const answer = await reader.get(path + encodeURIComponent(text))
      assert.equal(answer.status, 200, `${path} ${text.slice(0, 40)}`)
      assert.ok(!answer.text.includes(secret))
    }
  }
})
