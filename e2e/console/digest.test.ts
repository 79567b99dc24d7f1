import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp()

suite('weekly digest', () => {
  test('a member chooses it, and an owner turns it off for the workspace', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await (await acme.member('member')).page()
    await page.goto(`${browserApp.origin}/console/account`)
    await page.getByRole('link', { name: 'Notifications from Acme' }).click()
    await waitForHydration(page)
    const wanted = page.getByLabel('Email me a summary of the week')
    assert.equal(await wanted.isChecked(), false)
    await wanted.check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your notification settings were saved.').waitFor()
    await page.reload()
    assert.equal(await wanted.isChecked(), true)
    assert.deepEqual(await accessibilityViolations(page), [])

    const owner = await (await acme.member('owner')).page()
    await owner.goto(`${acme.home}/settings/mail`)
    await waitForHydration(owner)
    await owner.getByLabel('Send the weekly digest').uncheck()
    await owner.getByRole('region', { name: 'Weekly digest' }).getByRole('button', { name: 'Save changes' }).click()
    await owner.getByText('Saved.').waitFor()
    await owner.getByRole('link', { name: 'Choose whether you get it' }).click()
    await owner.getByText('This workspace sends no weekly digest').waitFor()
    assert.equal(await owner.getByLabel('Email me a summary of the week').isChecked(), true)
    await owner.setViewportSize({ width: 390, height: 844 })
    assert.deepEqual(await accessibilityViolations(owner), [])
    assert.deepEqual(await browserErrors(owner), [])
  })
})
