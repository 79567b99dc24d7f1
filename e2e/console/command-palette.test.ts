import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp, type SignedInTeamMember } from '../support/browser-app.ts'

const browserApp = await createBrowserApp({ template: 'demo' })
const demo = await browserApp.demoWorkspace()
const acme = await browserApp.emptyWorkspace('Acme Rockets')
const owner = await demo.member('owner')
const member = await demo.member('member')
await join(acme, owner)

async function join({ id, write }: ConsoleWorkspace, { accountId, email }: SignedInTeamMember): Promise<void> {
  await write((tx) =>
    tx.db
      .insertInto('members')
      .values({
        workspace_id: id,
        id: crypto.randomUUID(),
        email,
        role: 'member',
        account_id: accountId,
        created_at: tx.now,
        joined_at: tx.now,
      })
      .execute(),
  )
}

async function openPage(who: SignedInTeamMember, address: string): Promise<Page> {
  const page = await who.page({ reducedMotion: 'no-preference' })
  await page.goto(address)
  await waitForHydration(page)
  return page
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })

suite('the command palette', () => {
  test('opens by shortcut and button, and returns focus when Escape closes it', async () => {
    const page = await openPage(owner, demo.home)
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Search or jump to' })
    await button.click()
    await palette(page).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    assert.equal(await button.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('Meta+k')
    await palette(page).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('opens pages, actions and other workspaces with the arrow keys and Enter', async () => {
    const page = await openPage(owner, demo.home)
    for (const [text, path] of [
      ['roadmap item', `/w/${demo.slug}/roadmap/new`],
      ['new api token', `/w/${demo.slug}/settings/tokens/new`],
      ['rockets', `/w/${acme.slug}`],
    ] as const) {
      await page.keyboard.press('Control+k')
      await palette(page).getByRole('combobox').fill(text)
      await palette(page).getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${browserApp.origin}/console${path}`)
      // The dialog opens after the URL has changed, and could cover a palette opened before it.
      if (path.endsWith('?invite')) await page.locator('dialog[open]').waitFor()
    }
    await page.getByRole('button', { name: 'Switch workspace: Acme Rockets' }).waitFor()
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${acme.home}/inbox`)
  })

  test('finds settings by synonyms, opens the portal, changes the theme and signs out', async () => {
    const person = await demo.member('owner')
    const page = await openPage(person, `${demo.home}/roadmap`)
    await page.context().route('http://heed.test/**', (route) => route.fulfill({ body: 'The portal' }))
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await palette(page).getByRole('combobox').fill(text)
    }
    await find('key')
    await palette(page).getByRole('option', { name: 'Settings: API tokens' }).click()
    await page.waitForURL(`${demo.home}/settings/tokens`)
    await find('archive')
    await palette(page).getByRole('option', { name: 'Settings: Data', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await find('portal')
    await palette(page).getByRole('option', { name: 'Settings: Portal', exact: true }).waitFor()
    const [portal] = await Promise.all([
      page.waitForEvent('popup'),
      palette(page).getByRole('option', { name: 'View portal' }).click(),
    ])
    await portal.waitForURL('http://heed.test/p/demo')
    await find('dark mode')
    await palette(page).getByRole('option', { name: 'Appearance: Dark' }).click()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.waitForURL(`${demo.home}/settings/tokens`)
    await find('log out')
    await palette(page).getByRole('option', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
  })

  test('gives the keys back on Escape and after a while if it does not load', async () => {
    const page = await member.page()
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    const requested = page.waitForRequest(/palette-dialog/)
    await page.route(/palette-dialog/, async (route) => {
      await delivered
      await route.continue()
    })
    await page.clock.install()
    await page.goto(`${demo.home}/requests/new`)
    await waitForHydration(page)
    const title = page.getByLabel('Title')
    await title.focus()
    await page.keyboard.press('Control+k')
    await requested
    await page.keyboard.type('recorded')
    assert.equal(await title.inputValue(), '')
    await page.keyboard.press('Escape')
    await page.keyboard.type('a b')
    assert.equal(await title.inputValue(), 'a b')
    await page.keyboard.press('Control+k')
    await page.clock.runFor(5_000)
    await page.keyboard.type(' c')
    assert.equal(await title.inputValue(), 'a b c')
    // The person has gone on with the page, which the palette would cover now.
    const loaded = page.waitForResponse(/palette-dialog/)
    deliver()
    await (await loaded).finished()
    await page.keyboard.type('d')
    assert.equal(await title.inputValue(), 'a b cd')
    assert.equal(await palette(page).count(), 0)
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
  })

  test('keeps the page and its unsaved text if the palette cannot be loaded', async () => {
    const page = await openPage(member, `${demo.home}/requests/new`)
    const title = page.getByLabel('Title')
    await title.fill('Unsaved')
    await page.route(/(palette|shortcuts)-dialog/, (route) => route.abort())
    for (const key of ['Control+k', '?']) {
      const failed = page.waitForEvent('requestfailed')
      await title.blur()
      await page.keyboard.press(key)
      await failed
    }
    await title.press('End')
    await page.keyboard.type(' text')
    assert.equal(await title.inputValue(), 'Unsaved text')
  })

  test('opens the invitation dialog', async () => {
    const page = await openPage(owner, demo.home)
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('invite')
    await palette(page).getByRole('option', { name: 'Invite a team member' }).click()
    await page.waitForURL(`${demo.home}/settings/members?invite`)
    await page.getByRole('dialog').getByLabel('Email').waitFor()
  })

  test('finds requests, entries and customers by name', async () => {
    const page = await openPage(member, demo.home)
    for (const [text, group, option] of [
      ['parking', 'Requests', /Parking spaces/],
      ['both ways', 'Changelog entries', /Your Google Calendar, both ways/],
      ['shauna', 'Customers', /Shauna Kelly/],
    ] as const) {
      await page.keyboard.press('Control+k')
      await palette(page).getByRole('combobox').fill(text)
      await palette(page).getByText(group, { exact: true }).waitFor()
      await palette(page).getByRole('option', { name: option }).waitFor()
      await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('shauna')
    await palette(page)
      .getByRole('option', { name: /Shauna Kelly/ })
      .click()
    await page.locator('h1:focus', { hasText: 'Shauna Kelly' }).waitFor()
    // A button that disappears after its action moves focus to the title too.
    await page.getByRole('button', { name: 'Turn off email' }).press('Enter')
    await page.getByRole('button', { name: 'Resume email' }).waitFor()
    await page.locator('h1:focus', { hasText: 'Shauna Kelly' }).waitFor()
    assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle), 'none')
  })

  test('finds a request by a misspelled word with two acts besides typing, and says how many there are', async () => {
    const page = await openPage(member, demo.home)
    let acts = 0
    const press = async (key: string) => {
      acts += 1
      await page.keyboard.press(key)
    }
    await press('Control+k')
    await palette(page).getByRole('combobox').waitFor()
    await page.keyboard.type('gogle calender')
    await palette(page).getByRole('option', { name: 'Two-way sync with Google Calendar' }).waitFor()
    await press('Enter')
    await page.getByRole('heading', { name: 'Two-way sync with Google Calendar' }).waitFor()
    assert.ok(acts <= 2)
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('calendar')
    await palette(page).getByText('17', { exact: true }).waitFor()
    await palette(page).getByRole('option', { name: 'See all 17 results' }).click()
    await page.waitForURL(`${demo.home}/requests?search=calendar`)
    await page.getByText('17 requests found').waitFor()
  })

  test('shows what was opened last while nothing is typed', async () => {
    const page = await openPage(member, demo.home)
    for (const title of ['Dark mode', 'Desk booking']) {
      await page.keyboard.press('Control+k')
      await palette(page).getByRole('combobox').fill(title)
      await palette(page).getByRole('option', { name: title }).first().click()
      await page.getByRole('heading', { name: title }).first().waitFor()
      await page.waitForFunction((text) => document.title.startsWith(text), title)
    }
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    // The URL changes before the page does, and the palette leaves out the page that is shown.
    await page.waitForFunction(() => document.title.startsWith('Overview'))
    await page.keyboard.press('Control+k')
    await palette(page).getByText('Recent', { exact: true }).waitFor()
    assert.deepEqual((await palette(page).getByRole('option').allInnerTexts()).slice(0, 2), [
      'Desk booking',
      'Dark mode',
    ])
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Desk booking' }).first().waitFor()
  })

  test('finds teammates, roadmap items and pages by other names, what begins with the text first', async () => {
    const page = await openPage(owner, demo.home)
    const search = (text: string) => palette(page).getByRole('combobox').fill(text)
    const isFirst = async (text: string, option: RegExp) => {
      await search(text)
      await palette(page).getByRole('option').first().filter({ hasText: option }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await isFirst('billing', /Settings: Plan and limits/)
    await isFirst('moderation', /^To review$/)
    await isFirst('roadm', /^Roadmap$/)
    await search(member.name.split(' ')[0]!)
    await palette(page).getByRole('option', { name: member.name }).first().waitFor()
    await palette(page).getByText('Team', { exact: true }).waitFor()
  })

  test('offers no settings to members', async () => {
    const page = await openPage(member, demo.home)
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('option', { name: 'New request' }).waitFor()
    for (const name of [/^Settings/, 'New API token', 'Invite a team member']) {
      assert.equal(await palette(page).getByRole('option', { name }).count(), 0, String(name))
    }
  })

  test('is a search page with the same results without JavaScript', async () => {
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(demo.home)
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    await page.getByRole('list', { name: 'Go to' }).getByRole('link', { name: 'Roadmap' }).waitFor()
    await page.getByRole('searchbox').fill('calendar')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('list', { name: 'Changelog entries' }).getByRole('link').first().waitFor()
    await page.getByRole('list', { name: 'Requests' }).getByRole('link').first().click()
    assert.match(page.url(), /\/requests\/[0-9a-f-]{36}$/)
    await page.goto(`${demo.home}/search?q=nobody+wrote+this`)
    await page.getByRole('heading', { name: 'No results' }).waitFor()
  })
})

suite('keyboard shortcuts', () => {
  test('open each area, except settings for members', async () => {
    const page = await openPage(member, demo.home)
    for (const [key, path] of [
      ['r', '/requests'],
      ['m', '/roadmap'],
      ['c', '/changelog'],
      ['u', '/customers'],
      ['o', ''],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.waitForURL(`${demo.home}${path}`)
    }
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL(`${demo.home}/customers`)
  })

  test('are listed in a dialog, opened by ? or the account menu, but not while typing', async () => {
    const page = await openPage(owner, `${demo.home}/customers`)
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('?')
    assert.equal(await page.getByRole('searchbox').inputValue(), '?')
    assert.equal(await keys.count(), 0)
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('?')
    await keys.getByRole('heading', { name: 'Everywhere' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await keys.waitFor()
  })
})
