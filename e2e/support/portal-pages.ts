import { sql } from 'kysely'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'
import { type BrowserApp, createBrowserApp } from './browser-app.ts'

/** A page of the portal, as it is looked at and measured. */
export interface PortalPageCase {
  name: string
  path: string
  /** Whether a customer is signed in. */
  isSignedIn: boolean
  /** What it answers. Default: 200. */
  status?: number
}

export interface PortalPageFixtures {
  browserApp: BrowserApp
  pages: PortalPageCase[]
  demo: { slug: string }
  /** Of a customer of a workspace; sessions hold for one portal. */
  cookies: { name: string; value: string; domain: string; path: string }[]
}

/** A portal full of examples, one with nothing, and one with what is hard to show; and all their pages. */
export async function createPortalPageFixtures(): Promise<PortalPageFixtures> {
  const stage = await createBrowserApp()
  const { testApp: world } = stage
  const made = await stage.demoWorkspace()
  const demo = { ...made, ...(await idsOf(stage, made.id)) }
  const empty = await world.workspace({ name: 'Nothing yet' })
  const odd = await world.workspace({ name: `Odd ${'workspace'.repeat(9)}` })
  const oddId = await seedPortalEdgeCases(odd)
  const customer = await signInCustomer(
    world,
    { ...empty, ...demo, write: made.write },
    { email: 'reader@example.com', name: 'Ada' },
  )
  await customer.send(`/requests/${demo.requestId}/vote`, { vote: 'cast' })
  const base = `/p/${demo.slug}`
  const of = (isSignedIn: boolean, prefix: string): PortalPageCase[] => [
    { name: `${prefix}requests`, path: base, isSignedIn: isSignedIn },
    { name: `${prefix}request`, path: `${base}/requests/${demo.requestId}`, isSignedIn: isSignedIn },
    { name: `${prefix}new-request`, path: `${base}/requests/new`, isSignedIn: isSignedIn },
    { name: `${prefix}roadmap`, path: `${base}/roadmap`, isSignedIn: isSignedIn },
    { name: `${prefix}changelog`, path: `${base}/changelog`, isSignedIn: isSignedIn },
    { name: `${prefix}entry`, path: `${base}/changelog/${demo.entryId}`, isSignedIn: isSignedIn },
  ]
  const pages: PortalPageCase[] = [
    ...of(false, 'portal-'),
    { name: 'portal-search', path: `${base}/?search=calendar&sort=votes`, isSignedIn: false },
    { name: 'portal-no-match', path: `${base}/?search=nowhere+to+be+found`, isSignedIn: false },
    { name: 'portal-sign-in', path: `${base}/sign-in`, isSignedIn: false },
    { name: 'portal-not-found', path: `${base}/nowhere`, isSignedIn: false, status: 404 },
    ...['', '/roadmap', '/changelog'].map((path) => ({
      name: `portal-empty${path.replace('/', '-')}`,
      path: `/p/${empty.slug}${path}`,
      isSignedIn: false,
    })),
    ...['', `/requests/${oddId}`, '/roadmap', '/changelog'].map((path) => ({
      name: `portal-odd${path.replaceAll('/', '-').replace(oddId, 'one')}`,
      path: `/p/${odd.slug}${path}`,
      isSignedIn: false,
    })),
    ...of(true, 'portal-in-'),
    { name: 'portal-in-me', path: `${base}/me`, isSignedIn: true },
    { name: 'portal-in-delete', path: `${base}/me/delete`, isSignedIn: true },
  ]
  const value = customer.cookie.slice(sessionCookie.length + 1)
  return {
    browserApp: stage,
    pages,
    demo,
    cookies: [{ name: sessionCookie, value, domain: new URL(stage.origin).hostname, path: base }],
  }
}

async function idsOf(
  { testApp: world }: BrowserApp,
  workspaceId: string,
): Promise<{ requestId: string; entryId: string }> {
  const { rows } = await sql<{ requestId: string; entryId: string }>`select
    (select id from feedback where workspace_id = ${workspaceId} and status = 'approved' and stage = 'in_progress'
      order by votes desc limit 1) as "requestId",
    (select id from changelog_entries where workspace_id = ${workspaceId} and published_at is not null
      order by published_at desc limit 1) as "entryId"`.execute(world.database.db)
  return rows[0]!
}

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)

/** Titles without a space, other alphabets, a colour that cannot be read as it is, text that wants to be wide. */
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
