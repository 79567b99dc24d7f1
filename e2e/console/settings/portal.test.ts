import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { Vault } from '../../../server/platform/crypto/vault.ts'
import { getPortalSettings } from '../../../server/portal/settings/settings.ts'
import { loadActiveSsoSecrets } from '../../../server/portal/settings/sso-secrets.ts'
import { asRole } from '../../../server/test/support/roles.ts'
import { testSecretKey } from '../../../server/test/test-app.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const stage = await createBrowserApp()
const acme = await stage.emptyWorkspace('Acme')
const admin = await acme.member('admin', 'Mara Lindqvist')
const vault = new Vault(testSecretKey)

const settingsOf = (workspace: ConsoleWorkspace) => `${workspace.home}/settings/portal`
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const good = (workspace: ConsoleWorkspace) => workspace.write((scope) => loadActiveSsoSecrets(scope, vault))

const shownSecret = async (page: Page): Promise<string> => {
  const text = await page.getByRole('status').locator('.secret code').textContent()
  assert.match(text ?? '', /^heed_ps_[0-9A-Za-z]{43}$/)
  return text!
}

for (const javaScriptEnabled of [true, false]) {
  suite(`the portal’s settings ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    const open = async (workspace: ConsoleWorkspace): Promise<Page> => {
      const page = await (await workspace.member('owner')).page({ javaScriptEnabled })
      await page.goto(settingsOf(workspace))
      if (javaScriptEnabled) await waitForHydration(page)
      return page
    }

    test('access, sections and host are saved; the links to the portal lead to the new address', async () => {
      const own = await stage.emptyWorkspace('Own host')
      const page = await open(own)
      const view = page.getByRole('main').getByRole('link', { name: 'View portal' })
      assert.equal(await view.getAttribute('href'), `http://heed.test/p/${own.slug}`)
      await page.getByText('Your customers', { exact: true }).click()
      await page.getByLabel('Roadmap').uncheck()
      await page.getByLabel('Host name of your own').fill('https://feedback.acme.test/')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await said(page, 'Must be a host name alone, such as feedback.example.com.')
      assert.equal(await page.getByLabel('Roadmap').isChecked(), false)
      await page.getByLabel('Host name of your own').fill(`Feedback.${own.slug}.test`)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await said(page, 'The portal is set.')
      for (const place of ['main', 'navigation'] as const) {
        const link = page.getByRole(place).getByRole('link', { name: 'View portal' })
        assert.equal(await link.first().getAttribute('href'), `http://feedback.${own.slug}.test`)
      }
      const { access, showsRoadmap, showsRequests } = await own.write(getPortalSettings)
      assert.deepEqual([access, showsRoadmap, showsRequests], ['private', false, true])
    })

    test('the secret is made, not in the page afterwards, shown on demand, rotated and ended', async () => {
      const own = await stage.emptyWorkspace('Secrets')
      const page = await open(own)
      await page.getByRole('button', { name: 'Make a secret' }).click()
      await said(page, 'Keep it on your server.')
      const first = await shownSecret(page)
      await page.goto(settingsOf(own))
      if (javaScriptEnabled) await waitForHydration(page)
      assert.ok(!(await page.content()).includes(first))
      await page.getByRole('button', { name: 'Show secret' }).click()
      assert.equal(await shownSecret(page), first)
      await page.getByRole('button', { name: 'Rotate …' }).click()
      await page.getByText('One hour').click()
      await page.getByRole('button', { name: 'Make the new secret' }).click()
      await said(page, 'The secret before it is good until')
      const second = await shownSecret(page)
      assert.deepEqual(await good(own), [second, first])
      await page.getByRole('button', { name: 'End now …' }).click()
      await page.getByRole('button', { name: 'End it' }).click()
      await said(page, 'The old secret is good no more.')
      assert.deepEqual(await good(own), [second])
      assert.deepEqual(browserErrors(page), [])
    })

    test('origins are saved as browsers send them, wrong ones are named; a renewed token is another', async () => {
      const own = await stage.emptyWorkspace('Widget')
      const page = await open(own)
      const origins = page.getByLabel('Pages that may have it')
      await origins.fill('https://app.acme.test/\nhttp://app.acme.test')
      await page.getByRole('button', { name: 'Save origins' }).click()
      await said(page, /Not one: http:\/\/app\.acme\.test\./)
      await origins.fill('https://APP.acme.test/\nhttp://localhost:5173')
      await page.getByRole('button', { name: 'Save origins' }).click()
      await said(page, 'The origins are saved.')
      assert.equal(await origins.inputValue(), 'https://app.acme.test\nhttp://localhost:5173')
      const code = () => page.getByText('widget.js').textContent()
      const before = await code()
      assert.match(before!, new RegExp(`data-workspace="${own.slug}"\\s+data-token="heed_wt_[\\w-]{48}"`))
      await page.getByRole('button', { name: 'Renew token …' }).click()
      await page.getByRole('button', { name: 'Renew token', exact: true }).click()
      await said(page, 'The widget has a new token.')
      assert.notEqual(await code(), before)
    })
  })
}

test('a portal that shows nothing is warned of before it is saved', async () => {
  const page = await admin.page()
  await page.goto(settingsOf(acme))
  await waitForHydration(page)
  for (const section of ['Requests', 'Roadmap', 'Changelog']) {
    assert.equal(await page.getByText('The portal shows nothing').count(), 0)
    await page.getByRole('checkbox', { name: section }).uncheck()
  }
  await said(page, 'The portal shows nothing')
})

test('a member of the team is refused the page and each of its forms', async () => {
  const member = await acme.member('member')
  const cookie = await member.cookie()
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, id: acme.id, overlapHours: '0', access: 'private' })
    const headers = { cookie, origin: 'http://heed.test' }
    return (await fetch(settingsOf(acme), { method: 'POST', body, headers, redirect: 'manual' })).status
  }
  assert.equal((await fetch(settingsOf(acme), { headers: { cookie } })).status, 403)
  const intents = ['save', 'origins', 'make-secret', 'show-secret', 'rotate-secret', 'end-secret', 'renew-token']
  for (const intent of intents) assert.equal(await post({ intent }), 403, intent)
  assert.deepEqual(await good(acme), [])
  const { access, widgetGeneration } = await acme.write(getPortalSettings)
  assert.deepEqual([access, widgetGeneration], ['public', 1])
})

test('a request is led to on the portal while the public sees it, and not before or while requests are off', async () => {
  const caps = { free: 100, starter: 1_000, growth: null }
  const own = await stage.emptyWorkspace('Led')
  const page = await (await own.member('member')).page({ javaScriptEnabled: false })
  const made = async (status: 'pending' | 'approved') =>
    own.write((tx) => createFeedback(asRole(tx, 'member'), { title: status, status }, caps))
  const [waiting, seen] = [await made('pending'), await made('approved')]
  const link = page.getByRole('link', { name: 'View on the portal' })
  await page.goto(`${own.home}/requests/${seen.id}`)
  assert.equal(await link.getAttribute('href'), `http://heed.test/p/${own.slug}/requests/${seen.id}`)
  await page.goto(`${own.home}/requests/${waiting.id}`)
  assert.equal(await link.count(), 0)
  await own.write((tx) =>
    tx.db.updateTable('workspaces').set({ portal_shows_requests: false }).where('workspace_id', '=', own.id).execute(),
  )
  await page.goto(`${own.home}/requests/${seen.id}`)
  assert.equal(await link.count(), 0)
})
