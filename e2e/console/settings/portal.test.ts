import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { upsertVisitor } from '../../../server/customers/identity/identify.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { Vault } from '../../../server/platform/crypto/vault.ts'
import { createCustomerSession } from '../../../server/portal/auth/session.ts'
import { getPortalDomain } from '../../../server/portal/domains/domain.ts'
import { loadActiveSsoSecrets } from '../../../server/portal/settings/active-sso-secrets.ts'
import { getPortalSettings } from '../../../server/portal/settings/settings.ts'
import { startDnsServer } from '../../../server/test/support/dns-server.ts'
import { asRole } from '../../../server/test/support/roles.ts'
import { testSecretKey } from '../../../server/test/test-app.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const dns = await startDnsServer()
const browserApp = await createBrowserApp({ dnsServers: [dns.server] })
const acme = await browserApp.emptyWorkspace('Acme')
const admin = await acme.member('admin', 'Mara Lindqvist')
const vault = new Vault(testSecretKey)

const settingsUrl = (workspace: ConsoleWorkspace, tab = '') => `${workspace.home}/settings/portal${tab}`
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const activeSecrets = async (workspace: ConsoleWorkspace) =>
  (await workspace.write((scope) => loadActiveSsoSecrets(scope, vault))).map(({ secret }) => secret)

const openTab = async (page: Page, name: string) => {
  const tab = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name })
  await tab.click()
  await tab.and(page.locator('[aria-current="page"]')).waitFor()
}

const shownSecret = async (page: Page): Promise<string> => {
  const text = await page.getByRole('status').locator('.secret code').textContent()
  assert.match(text ?? '', /^heed_ps_[0-9A-Za-z]{43}$/)
  return text!
}

for (const javaScriptEnabled of [true, false]) {
  suite(`the portal settings ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    const open = async (workspace: ConsoleWorkspace, tab = ''): Promise<Page> => {
      const page = await (await workspace.member('owner')).page({ javaScriptEnabled })
      await page.goto(settingsUrl(workspace, tab))
      if (javaScriptEnabled) await waitForHydration(page)
      return page
    }

    test('saves visibility, sections and domain, and links to the domain once its TXT record is found', async () => {
      const workspace = await browserApp.emptyWorkspace('Own host')
      const page = await open(workspace)
      const view = page.getByRole('main').getByRole('link', { name: 'View portal' })
      assert.equal(await view.getAttribute('href'), `http://heed.test/p/${workspace.slug}`)
      await page.getByText('Customers only', { exact: true }).click()
      await page.getByLabel('Roadmap').uncheck()
      await page.getByLabel('Privacy policy').fill('http://acme.test/privacy')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'Check this field')
      assert.equal(await page.getByLabel('Roadmap').isChecked(), false)
      await page.getByLabel('Privacy policy').fill('https://acme.test/privacy')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'The portal settings have been saved.')
      await openTab(page, 'Domain')
      await page.getByLabel('Custom domain').fill('https://feedback.acme.test/')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'Enter only a host name, such as feedback.example.com.')
      await page.getByLabel('Custom domain').fill(`Feedback.${workspace.slug}.test`)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'The portal settings have been saved.')
      assert.equal(await view.getAttribute('href'), `http://heed.test/p/${workspace.slug}`)
      await waitForText(page, 'Waiting for the TXT record')
      await page.getByRole('button', { name: 'Check now' }).click()
      await waitForText(page, 'The TXT record wasn’t found.')
      const { recordName, recordValue } = (await workspace.write((scope) => getPortalDomain(scope)))!
      await waitForText(page, recordValue)
      dns.records.set(recordName, [recordValue])
      await page.getByRole('button', { name: 'Check now' }).click()
      await waitForText(page, 'The domain is verified.')
      for (const place of ['main', 'navigation'] as const) {
        const link = page.getByRole(place).getByRole('link', { name: 'View portal' })
        assert.equal(await link.first().getAttribute('href'), `http://feedback.${workspace.slug}.test`)
      }
      const { access, showsRoadmap, showsRequests, privacyUrl } = await workspace.write(getPortalSettings)
      assert.deepEqual([access, showsRoadmap, showsRequests], ['private', false, true])
      assert.equal(privacyUrl, 'https://acme.test/privacy')
    })

    test('signs all customers out after a confirmation, and warns about an untrusted proxy', async () => {
      const workspace = await browserApp.emptyWorkspace('Sessions')
      await workspace.write(async (tx) => createCustomerSession(tx, await upsertVisitor(tx, { externalId: 'u1' })))
      await fetch(`${browserApp.origin}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.1' } })
      const page = await open(workspace)
      await waitForText(page, 'Heed doesn’t see your visitors’ addresses')
      await openTab(page, 'Sign-in')
      await page.getByRole('button', { name: 'Sign everyone out…' }).click()
      await page.getByRole('button', { name: 'Sign everyone out', exact: true }).click()
      await waitForText(page, '1 session has been ended.')
    })

    test('saves the list of who can sign in, and names invalid entries', async () => {
      const workspace = await browserApp.emptyWorkspace('Guests')
      const page = await open(workspace, '/sign-in')
      await page.getByLabel('Email domains').fill('acme.test\nlocalhost')
      await page.getByLabel('Email addresses').fill('Ada@x.test')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'Enter domains such as example.com, one per line. Not valid: localhost.')
      await page.getByLabel('Email domains').fill('@acme.test')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'The list of people who can sign in has been saved.')
      const { allowedDomains, allowedEmails } = await workspace.write(getPortalSettings)
      assert.deepEqual([allowedDomains, allowedEmails], [['acme.test'], ['ada@x.test']])
    })

    test('creates a secret, shows it only on demand, rotates and revokes it', async () => {
      const workspace = await browserApp.emptyWorkspace('Secrets')
      const page = await open(workspace, '/sso')
      await page.getByRole('button', { name: 'Create secret' }).click()
      await waitForText(page, 'Keep it on your server.')
      const first = await shownSecret(page)
      await page.goto(settingsUrl(workspace, '/sso'))
      if (javaScriptEnabled) await waitForHydration(page)
      assert.ok(!(await page.content()).includes(first))
      await page.getByRole('button', { name: 'Show secret' }).click()
      assert.equal(await shownSecret(page), first)
      await page.getByRole('button', { name: 'Rotate…' }).click()
      await page.getByText('One hour').click()
      await page.getByRole('button', { name: 'Create new secret' }).click()
      await waitForText(page, 'The previous secret works until')
      const second = await shownSecret(page)
      assert.deepEqual(await activeSecrets(workspace), [second, first])
      await page.getByRole('button', { name: 'Revoke now…' }).click()
      await page.getByRole('button', { name: 'Revoke', exact: true }).click()
      await waitForText(page, 'The previous secret no longer works.')
      assert.deepEqual(await activeSecrets(workspace), [second])
      assert.deepEqual(browserErrors(page), [])
    })

    test('normalizes saved origins, names invalid ones, and renews the widget token', async () => {
      const workspace = await browserApp.emptyWorkspace('Widget')
      const page = await open(workspace, '/widget')
      const origins = page.getByLabel('Allowed origins')
      await origins.fill('https://app.acme.test/\nhttp://app.acme.test')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, /Not valid: http:\/\/app\.acme\.test\./)
      await origins.fill('https://APP.acme.test/\nhttp://localhost:5173')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await waitForText(page, 'The allowed origins have been saved.')
      assert.equal(await origins.inputValue(), 'https://app.acme.test\nhttp://localhost:5173')
      const code = () => page.getByText('widget.js').textContent()
      const before = await code()
      assert.match(before!, new RegExp(`data-workspace="${workspace.slug}"\\s+data-token="heed_wt_[\\w-]{48}"`))
      await page.getByRole('button', { name: 'Renew token…' }).click()
      await page.getByRole('button', { name: 'Renew token', exact: true }).click()
      await waitForText(page, 'The widget has a new token.')
      assert.notEqual(await code(), before)
    })
  })
}

test('warns before saving a portal without sections', async () => {
  const page = await admin.page()
  await page.goto(settingsUrl(acme))
  await waitForHydration(page)
  for (const section of ['Requests', 'Roadmap', 'Changelog']) {
    assert.equal(await page.getByText('The portal is empty').count(), 0)
    await page.getByRole('checkbox', { name: section }).uncheck()
  }
  await waitForText(page, 'The portal is empty')
})

const intentsByTab = {
  '': ['save'],
  '/sign-in': ['allow-list', 'sign-everyone-out'],
  '/sso': ['make-secret', 'show-secret', 'rotate-secret', 'end-secret'],
  '/widget': ['origins', 'renew-token'],
  '/domain': ['save', 'check-domain'],
}

test('denies members each tab and each of its forms', async () => {
  const member = await acme.member('member')
  const cookie = await member.cookie()
  const post = async (tab: string, intent: string) => {
    const body = new URLSearchParams({ intent, id: acme.id, overlapHours: '0', access: 'private', host: 'a.test' })
    const headers = { cookie, origin: 'http://heed.test' }
    return (await fetch(settingsUrl(acme, tab), { method: 'POST', body, headers, redirect: 'manual' })).status
  }
  for (const [tab, intents] of Object.entries(intentsByTab)) {
    assert.equal((await fetch(settingsUrl(acme, tab), { headers: { cookie } })).status, 403)
    for (const intent of intents) assert.equal(await post(tab, intent), 403, intent)
  }
  assert.deepEqual(await activeSecrets(acme), [])
  const { access, widgetGeneration } = await acme.write(getPortalSettings)
  assert.deepEqual([access, widgetGeneration], ['public', 1])
})

test('links a request to the portal only while it’s public there', async () => {
  const caps = { free: 100, starter: 1_000, growth: null }
  const workspace = await browserApp.emptyWorkspace('Portal links')
  const page = await (await workspace.member('member')).page({ javaScriptEnabled: false })
  const createRequest = async (status: 'pending' | 'approved') =>
    workspace.write((tx) => createFeedback(asRole(tx, 'member'), { title: status, status }, caps))
  const [pending, approved] = [await createRequest('pending'), await createRequest('approved')]
  const link = page.getByRole('link', { name: 'View on portal' })
  await page.goto(`${workspace.home}/requests/${approved.id}`)
  assert.equal(await link.getAttribute('href'), `http://heed.test/p/${workspace.slug}/requests/${approved.id}`)
  await page.goto(`${workspace.home}/requests/${pending.id}`)
  assert.equal(await link.count(), 0)
  await workspace.write((tx) =>
    tx.db
      .updateTable('workspaces')
      .set({ portal_shows_requests: false })
      .where('workspace_id', '=', workspace.id)
      .execute(),
  )
  await page.goto(`${workspace.home}/requests/${approved.id}`)
  assert.equal(await link.count(), 0)
})
