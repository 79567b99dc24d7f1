import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../../../server/test/trackers/connect.ts'
import { startLinear } from '../../../server/test/trackers/linear/server.ts'
import { configureTracker } from '../../../server/tracker/connection/settings.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp, type SignedInTeamMember } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
after(() => outbound.close())

async function connectTracker(name: string) {
  const workspace = await browserApp.emptyWorkspace(name)
  const linear = await startLinear()
  const context = connectionContextFor(browserApp.testApp, workspace as never)
  await connectWorkspace(context, linear, { project: linear.project.name, label: [linear.label.name] })
  return { workspace, linear, mara: await workspace.member('member', 'Mara Lindqvist') }
}

async function createApproved({ write }: ConsoleWorkspace, title: string): Promise<string> {
  const submitter = { email: 'ada@example.com', name: 'Ada Lovelace' }
  const { id } = await write((tx) => createFeedback(tx, { title, description: 'We need **it**.', submitter }, caps))
  await write((tx) => setStatus(tx, id, 'approved'))
  return id
}

async function open(
  workspace: ConsoleWorkspace,
  member: SignedInTeamMember,
  id: string,
  options: Parameters<SignedInTeamMember['page']>[0] = {},
): Promise<Page> {
  const page = await member.page(options)
  await page.goto(`${workspace.home}/requests/${id}/send`)
  if (options?.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const send = (page: Page) => page.getByRole('button', { name: 'Send to Linear' }).click()

suite('sending a request to the tracker', () => {
  test('previews the issue, sends it with changes, and sends it only once', async () => {
    const { workspace, linear, mara } = await connectTracker('Acme')
    const id = await createApproved(workspace, 'Dark mode')
    const page = await mara.page()
    await page.goto(`${workspace.home}/requests/${id}`)
    await page.getByRole('link', { name: 'Send to Linear' }).click()
    await page.getByLabel('Title').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Dark mode')
    const description = await page.getByLabel('Description').inputValue()
    assert.match(
      description,
      /We need \*\*it\*\*\.[\s\S]*1 vote · Feature requests · http:\/\/heed\.test\/console\/requests\//,
    )
    assert.equal(await page.getByLabel('Feedback').isChecked(), true)
    await page.getByText('Private context isn’t included').waitFor()
    await page.getByLabel('Title').fill('Night mode')
    await page.getByLabel('Priority').selectOption('High')
    await page.getByLabel('Assignee').selectOption('Ann Lee')
    await page.getByLabel('Customer').check()
    await send(page)
    await page.getByText(/^Sent as ENG-\d+\.$/).waitFor()
    assert.equal(new URL(page.url()).pathname, `/console/w/${workspace.slug}/requests/${id}`)
    await page.getByRole('link', { name: /^Issue ENG-\d+/ }).waitFor()
    await page.getByText(/Mara Lindqvist sent it to Linear as ENG-\d+/).waitFor()

    assert.equal(linear.issues.length, 1)
    const [issue] = linear.issues
    assert.deepEqual(
      [issue!.title, issue!.description, issue!.priority, issue!.assigneeId, issue!.projectId],
      ['Night mode', description, 2, linear.assignee.id, linear.project.id],
    )
    assert.deepEqual(issue!.labelIds.toSorted(), [linear.label.id, linear.sharedLabel.id].toSorted())
    assert.deepEqual(browserErrors(page), [])

    await page.goto(`${workspace.home}/requests/${id}/send`)
    await page.getByText(/This request is ENG-\d+ in Linear/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send to Linear' }).count(), 0)
  })

  test('two members sending the same request create one issue, and the second sees its identifier', async () => {
    const { workspace, linear, mara } = await connectTracker('Twice')
    const id = await createApproved(workspace, 'Once')
    const pages = [await open(workspace, mara, id), await open(workspace, mara, id)]
    await send(pages[0]!)
    await pages[0]!.getByText(/^Sent as /).waitFor()
    await send(pages[1]!)
    await pages[1]!.getByText(/Already sent as ENG-\d+\. No second issue was created\./).waitFor()
    assert.equal(linear.issues.length, 1)
  })

  test('shows the choices of another team and sends there without JavaScript', async () => {
    const { workspace, linear, mara } = await connectTracker('Plain')
    const id = await createApproved(workspace, 'For design')
    const page = await open(workspace, mara, id, { javaScriptEnabled: false })
    await page.getByLabel('Team').selectOption('Design')
    await page.getByRole('button', { name: 'Show options' }).click()
    await page.getByLabel('Project').selectOption('New logo')
    await page.getByLabel('Typography').check()
    await send(page)
    await page.getByText(/^Sent as DES-\d+\.$/).waitFor()
    assert.equal(linear.issues[0]!.teamId, linear.secondTeam.id)
  })

  test('shows a failure of the tracker, keeps what was typed, and creates one issue on retry', async () => {
    const { workspace, linear, mara } = await connectTracker('Failing')
    const id = await createApproved(workspace, 'Kept')
    const page = await open(workspace, mara, id)
    await page.getByLabel('Title').fill('Kept as typed')
    // The issue is created, but the response is lost.
    linear.failNext('create', 'lost')
    await send(page)
    await page
      .getByRole('alert')
      .getByText(/Linear could not be reached.*never creates a second issue/)
      .waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Kept as typed')
    await page.reload()
    await waitForHydration(page)
    await page.getByText('An earlier attempt got no response').waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="title"]')?.value === 'Kept as typed',
    )
    await send(page)
    await page.getByText(/^Sent as /).waitFor()
    assert.equal(linear.issues.length, 1)

    const other = await createApproved(workspace, 'Not now')
    linear.failNext('any', 'error', 9)
    await page.goto(`${workspace.home}/requests/${other}/send`)
    await page.getByText('Linear isn’t responding').waitFor()
    await page.getByText('Nothing was sent, and nothing was lost.').waitFor()
    linear.restore()
  })

  test('announces private context before sending it, if the workspace has enabled it', async () => {
    const { workspace, mara } = await connectTracker('Context')
    await workspace.write((tx) => configureTracker(tx, { sendsContext: true }))
    const page = await open(workspace, mara, await createApproved(workspace, 'With context'))
    await page.getByText('Private context is included').waitFor()
    assert.match(await page.getByLabel('Description').inputValue(), /Submitter: Ada Lovelace/)
  })

  test('says what to do about a revoked connection, no connection, or a request that is not approved', async () => {
    const { workspace, linear, mara } = await connectTracker('Revoked')
    const id = await createApproved(workspace, 'Waits')
    linear.revoke()
    const page = await open(workspace, mara, id)
    await page.getByText('Linear no longer accepts the connection').waitFor()
    await page.getByText('Ask an owner or admin of the workspace to connect one.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Open tracker settings' }).count(), 0)
    const admin = await open(workspace, await workspace.member('admin'), id)
    const settings = admin.getByRole('link', { name: 'Open tracker settings' })
    assert.equal(await settings.getAttribute('href'), `/console/w/${workspace.slug}/settings/tracker`)

    const bare = await browserApp.emptyWorkspace('Bare')
    const tom = await bare.member('owner')
    const withoutTracker = await open(bare, tom, await createApproved(bare, 'No tracker'))
    await withoutTracker.getByText('No issue tracker connected').waitFor()
    const waiting = await workspace.write(async (tx) => (await createFeedback(tx, { title: 'Pending' }, caps)).id)
    const pending = await open(workspace, mara, waiting)
    await pending.getByText('This request isn’t approved').waitFor()
    assert.equal(linear.issues.length, 0)
  })

  test('has no accessibility violations in either theme', async () => {
    const { workspace, mara } = await connectTracker('Checked')
    const id = await createApproved(workspace, 'Checked')
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(workspace, mara, id, { colorScheme })
      await page.getByLabel('Title').waitFor()
      assert.deepEqual(await accessibilityViolations(page), [])
      assert.deepEqual(browserErrors(page), [])
    }
  })
})
