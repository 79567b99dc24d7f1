import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { hiddenFieldValue, signInCustomer } from '../../server/test/clients/portal-client.ts'
import type { TestApp, TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'
import { type BrowserApp, createBrowserApp } from './browser-app.ts'

/** A portal page to check or photograph. */
export interface PortalPageCase {
  name: string
  path: string
  /** Whether a customer is signed in. */
  isSignedIn: boolean
  /** Expected status. Default: 200. */
  status?: number
}

export interface PortalPageFixtures {
  browserApp: BrowserApp
  pages: PortalPageCase[]
  demo: { slug: string }
  /** Session cookies of a customer; a session is valid for one portal. */
  cookies: { name: string; value: string; domain: string; path: string }[]
}

/** Creates a demo, an empty and an edge-case portal, and lists their pages. */
export async function createPortalPageFixtures(): Promise<PortalPageFixtures> {
  const browserApp = await createBrowserApp({ template: 'demo' })
  const { testApp } = browserApp
  const workspace = await browserApp.demoWorkspace()
  const demo = { ...workspace, ...(await pickIds(browserApp, workspace.id)) }
  const empty = await testApp.workspace({ name: 'Nothing yet' })
  const edgeCases = await testApp.workspace({ name: `Odd ${'workspace'.repeat(9)}` })
  const edgeCaseId = await seedPortalEdgeCases(edgeCases)
  const customer = await signInCustomer(
    testApp,
    { ...empty, ...demo, write: workspace.write },
    { email: 'reader@example.com', name: 'Ada' },
  )
  await customer.send(`/requests/${demo.requestId}/vote`, { vote: 'cast' })
  await holdOwnEdit(testApp, customer, demo.ownId)
  const base = `/p/${demo.slug}`
  const mainPages = (isSignedIn: boolean, prefix: string): PortalPageCase[] => [
    { name: `${prefix}requests`, path: base, isSignedIn },
    { name: `${prefix}request`, path: `${base}/requests/${demo.requestId}`, isSignedIn },
    { name: `${prefix}report`, path: `${base}/requests/${demo.requestId}/report`, isSignedIn },
    { name: `${prefix}new-request`, path: `${base}/requests/new`, isSignedIn },
    { name: `${prefix}roadmap`, path: `${base}/roadmap`, isSignedIn },
    { name: `${prefix}changelog`, path: `${base}/changelog`, isSignedIn },
    { name: `${prefix}entry`, path: `${base}/changelog/${demo.entryId}`, isSignedIn },
  ]
  const pages: PortalPageCase[] = [
    ...mainPages(false, 'portal-'),
    { name: 'portal-search', path: `${base}/?search=calendar&sort=votes`, isSignedIn: false },
    { name: 'portal-no-match', path: `${base}/?search=nowhere+to+be+found`, isSignedIn: false },
    { name: 'portal-sign-in', path: `${base}/sign-in`, isSignedIn: false },
    { name: 'portal-not-found', path: `${base}/nowhere`, isSignedIn: false, status: 404 },
    ...['', '/roadmap', '/changelog'].map((path) => ({
      name: `portal-empty${path.replace('/', '-')}`,
      path: `/p/${empty.slug}${path}`,
      isSignedIn: false,
    })),
    ...['', `/requests/${edgeCaseId}`, '/roadmap', '/changelog'].map((path) => ({
      name: `portal-odd${path.replaceAll('/', '-').replace(edgeCaseId, 'one')}`,
      path: `/p/${edgeCases.slug}${path}`,
      isSignedIn: false,
    })),
    ...mainPages(true, 'portal-in-'),
    { name: 'portal-in-own', path: `${base}/requests/${demo.ownId}`, isSignedIn: true },
    { name: 'portal-in-own-edit', path: `${base}/requests/${demo.ownId}/edit`, isSignedIn: true },
    { name: 'portal-in-me', path: `${base}/me`, isSignedIn: true },
    { name: 'portal-in-me-profile', path: `${base}/me/profile`, isSignedIn: true },
    { name: 'portal-in-me-data', path: `${base}/me/data`, isSignedIn: true },
    { name: 'portal-in-delete', path: `${base}/me/delete`, isSignedIn: true },
  ]
  const value = customer.cookie.slice(sessionCookie.length + 1)
  return {
    browserApp,
    pages,
    demo,
    cookies: [{ name: sessionCookie, value, domain: new URL(browserApp.origin).hostname, path: base }],
  }
}

type SignedInCustomer = Awaited<ReturnType<typeof signInCustomer>>

/** Makes the customer the submitter of a request, with a waiting edit. */
async function holdOwnEdit({ database }: TestApp, customer: SignedInCustomer, id: string): Promise<void> {
  await sql`update feedback_context set customer_id = ${customer.customerId} where feedback_id = ${id}`.execute(
    database.db,
  )
  const path = `/requests/${id}/edit`
  const version = hiddenFieldValue(await customer.get(path), 'version')
  const texts = { title: 'A clearer title', description: 'A better description, with **details**.' }
  const sent = await customer.post(path, { ...texts, version })
  assert.match(sent.headers.get('location') ?? '', /held/)
}

interface PickedIds {
  requestId: string
  /** A request that becomes the signed-in customer's own. */
  ownId: string
  entryId: string
}

async function pickIds({ testApp }: BrowserApp, workspaceId: string): Promise<PickedIds> {
  const { rows } = await sql<PickedIds>`select
    (select id from feedback where workspace_id = ${workspaceId} and status = 'approved' and stage = 'in_progress'
      order by votes desc limit 1) as "requestId",
    (select f.id from feedback f join feedback_context x on x.workspace_id = f.workspace_id and x.feedback_id = f.id
      where f.workspace_id = ${workspaceId} and f.status = 'approved' and f.stage = 'planned'
      order by f.votes desc limit 1) as "ownId",
    (select id from changelog_entries where workspace_id = ${workspaceId} and published_at is not null
      order by published_at desc limit 1) as "entryId"`.execute(testApp.database.db)
  return rows[0]!
}

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)

/** Creates content with very long words, other scripts, an accent color of low contrast, and wide content. */
async function seedPortalEdgeCases({ api, write, tag }: TestWorkspace): Promise<string> {
  await write((tx) => updateWorkspace(tx, { accentColor: '#ffe14d' }))
  const titles = [
    longWord,
    'طلب ميزة: دعم الكتابة من اليمين إلى اليسار',
    'カレンダーを共有できるようにしてほしい',
    '<b>Bold</b> & "quoted"',
  ]
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await api.create('/feedback', {
      title,
      description: `${longWord}\n\n| a | b |\n|---|---|\n| ${longWord} | ${longWord} |\n\n\`\`\`\n${longWord}${longWord}\n\`\`\`\n\nhttps://example.com/${longWord}`,
      submitter: { email: 'odd@example.com', name: longWord },
    })
    await api.post(`/feedback/${id}/promote`, {
      status: 'planned',
      targetDelivery: { precision: 'quarter', date: '2027-07-01' },
    })
    ids.push(id)
  }
  const root = await api.create(`/feedback/${ids[0]}/comments`, {
    body: longWord,
    submitter: { email: 'odd@example.com' },
  })
  await api.create(`/feedback/${ids[0]}/comments`, {
    body: titles[1],
    kind: 'staff_reply',
    authorName: longWord.slice(0, 100),
    parentId: root.id,
  })
  const { id: tagId } = await tag(longWord.slice(0, 50), '#fefefe')
  for (const title of titles) {
    const entry = await api.create('/changelog', {
      title,
      body: `# ${title}\n\n${longWord}`,
      versionLabel: longWord.slice(0, 64),
      tagIds: [tagId],
      linkedFeedbackIds: ids,
    })
    await api.post(`/changelog/${entry.id}/publish`)
  }
  return ids[0]!
}
