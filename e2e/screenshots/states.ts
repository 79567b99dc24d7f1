import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import {
  formTokenField,
  hiddenFieldValue,
  type PortalClient,
  signInCustomer,
} from '../../server/test/clients/portal-client.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { openPage, waitForHydration } from '../support/browser.ts'
import type { BrowserApp, SignedInTeamMember } from '../support/browser-app.ts'

/** Takes one screenshot per size and theme. */
export type Shoot = (page: Page, name: string) => Promise<unknown>

const arabic = {
  title: 'دعم الكتابة من اليمين إلى اليسار في كل الصفحات',
  description:
    'نستخدم التقويم بالعربية كل يوم.\n\n> كل الصفحات من اليسار إلى اليمين\n\n- القائمة الأولى\n- القائمة الثانية مع نص أطول قليلا حتى ينتقل إلى السطر التالي في الهاتف\n\n1. أولا\n2. ثانيا\n\n```\nconst direction = "rtl";\n```\n\nThe same in English: please support right-to-left text.',
}
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)

/** Captures pages that need preparation: a waiting comment, edits, confirmations, long and right-to-left text. */
export async function captureStates(browserApp: BrowserApp, owner: SignedInTeamMember, shoot: Shoot): Promise<void> {
  const demo = await browserApp.demoWorkspace()
  const { testApp, origin } = browserApp
  const { pool } = testApp.database
  const ada = await signInCustomer(testApp, demo as unknown as TestWorkspace, {
    email: `${'ada'.repeat(30)}@example.com`,
    name: 'Ada Byron',
  })
  const policy = (requests: string, comments: string) =>
    pool.query('update boards set reviews_new = $2, reviews_comments = $3 where workspace_id = $1', [
      demo.id,
      requests,
      comments,
    ])
  await policy('none', 'none')
  const request = await submit(ada, demo, arabic.title, arabic.description)
  await comment(ada, demo, request, 'متى سيكون هذا متاحا؟\n\n- واحد\n- اثنان')
  await comment(ada, demo, request, `A comment with a long word: ${longWord}`)
  await pool.query(`update feedback set created_at = created_at - interval '1 hour' where id = $1`, [request])
  await edit(ada, `/requests/${request}/edit`, arabic)
  await edit(ada, `/requests/${request}/edit`, { ...arabic, title: `${arabic.title}!` })
  await edit(ada, `/requests/${request}/edit`, { title: arabic.title, description: `${arabic.description}\n\n!` })
  await policy('none', 'all')
  const waiting = await comment(ada, demo, request, 'This one waits for review. See https://example.com')
  await pool.query('update feedback set votes = 1000000 where id = $1', [request])

  const page = await openPage()
  const cookie = { name: sessionCookie, value: ada.cookie.slice(sessionCookie.length + 1), url: origin }
  await page.context().addCookies([cookie])
  const portal = `${origin}/p/${demo.slug}`
  for (const [name, path] of [
    ['portal-state-request', `/requests/${request}`],
    ['portal-state-target', `/requests/${request}#c-${waiting}`],
    ['portal-state-edit', `/requests/${request}/edit`],
    ['portal-state-delete', `/requests/${request}/delete`],
    ['portal-state-delete-comment', `/requests/${request}/comments/${waiting}/delete`],
    ['portal-state-list', '/?sort=newest'],
    ['portal-state-me', '/me'],
  ] as const) {
    await page.goto(portal + path)
    await shoot(page, name)
  }
  await page.context().close()

  const consolePage = await owner.page()
  const { rows } = await sql<{ id: string }>`select id from customers where id = ${ada.customerId}`.execute(
    testApp.database.db,
  )
  for (const [name, path] of [
    ['console-state-request', `/requests/${request}`],
    ['console-state-review', `/requests/review?request=${waiting}`],
    ['console-state-customer', `/customers/${rows[0]!.id}`],
  ] as const) {
    await consolePage.goto(demo.home + path)
    await waitForHydration(consolePage)
    for (const summary of await consolePage.locator('.earlier-texts summary').all()) await summary.click()
    await shoot(consolePage, name)
  }
}

async function submit(client: PortalClient, demo: { id: string }, title: string, description: string): Promise<string> {
  const form = { board: 'feature-requests', title, description, seen: 'yes', ...formTokenField(demo) }
  const { headers } = await client.post('/requests/new', form)
  return /requests\/([0-9a-f-]{36})/.exec(headers.get('location')!)![1]!
}

async function comment(client: PortalClient, demo: { id: string }, request: string, body: string): Promise<string> {
  const { headers } = await client.post(`/requests/${request}/comments`, { body, ...formTokenField(demo) })
  return /#c-([0-9a-f-]{36})$/.exec(headers.get('location')!)![1]!
}

async function edit(client: PortalClient, path: string, fields: Record<string, string>) {
  const version = hiddenFieldValue(await client.get(path), 'version')
  await client.post(path, { ...fields, version })
}
