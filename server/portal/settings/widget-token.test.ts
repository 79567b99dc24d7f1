import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, testSecretKey } from '../../test/test-app.ts'
import { getPortalSettings } from './settings.ts'
import { createWidgetToken, renewWidgetToken, verifyWidgetToken, widgetTokenPurpose } from './widget-token.ts'

const world = await createTestApp()
const signer = new Signer(testSecretKey, widgetTokenPurpose)

test('verifies a token to its workspace and generation', () => {
  for (const generation of [1, 2, 2_147_483_647]) {
    const said = { workspaceId: '01890000-abcd-7000-8000-00000000000f', generation }
    assert.deepEqual(verifyWidgetToken(signer, createWidgetToken(signer, said)), said)
  }
})

test('rejects tokens that are altered, truncated, or signed with another key or purpose', () => {
  const said = { workspaceId: '01890000-abcd-7000-8000-00000000000f', generation: 1 }
  const token = createWidgetToken(signer, said)
  for (let place = 8; place < token.length; place++) {
    const other = token[place] === 'A' ? 'B' : 'A'
    assert.equal(verifyWidgetToken(signer, token.slice(0, place) + other + token.slice(place + 1)), null)
  }
  for (const text of ['', 'heed_wt_', token.slice(0, -1), `${token}A`, ` ${token}`, token.slice(8)]) {
    assert.equal(verifyWidgetToken(signer, text), null, text)
  }
  for (const stranger of [new Signer(testSecretKey, 'unsubscribe'), new Signer('x'.repeat(48), widgetTokenPurpose)]) {
    assert.equal(verifyWidgetToken(signer, createWidgetToken(stranger, said)), null)
  }
})

test('raises the generation on each renewal, concurrent ones included; members may not renew', async () => {
  const acme = await world.workspace()
  const generations = await Promise.all([1, 2].map(() => acme.write(renewWidgetToken)))
  assert.deepEqual(generations.toSorted(), [2, 3])
  assert.equal((await acme.write(getPortalSettings)).widgetGeneration, 3)
  await assert.rejects(
    acme.write((tx) => renewWidgetToken(asRole(tx, 'member'))),
    forbiddenError,
  )
})
