import { sql } from 'kysely'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signedIn } from '../../server/test/clients/portal-client.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'
import { createStage, type Stage } from './browser-app.ts'

/** A page of the portal, as it is looked at and measured. */
export interface PortalShown {
  name: string
  path: string
  /** Whether a customer is signed in. */
  isInside: boolean
  /** What it answers. Default: 200. */
  status?: number
}

export interface PortalShowroom {
  stage: Stage
  pages: PortalShown[]
  demo: { slug: string }
  /** Of a customer of a workspace; sessions hold for one portal. */
  cookies: { name: string; value: string; domain: string; path: string }[]
}

/** A portal full of examples, one with nothing, and one with what is hard to show; and all their pages. */
export async function openPortalShowroom(): Promise<PortalShowroom> {
  const stage = await createStage()
  const { world } = stage
  const made = await stage.demo()
  const demo = { ...made, ...(await idsOf(stage, made.id)) }
  const empty = await world.workspace({ name: 'Nothing yet' })
  const odd = await world.workspace({ name: `Odd ${'workspace'.repeat(9)}` })
  const oddId = await furnishOddly(odd)
  const customer = await signedIn(
    world,
    { ...empty, ...demo, write: made.write },
    { email: 'reader@example.com', name: 'Ada' },
  )
  await customer.send(`/requests/${demo.requestId}/vote`, { vote: 'cast' })
  const base = `/p/${demo.slug}`
  const of = (isInside: boolean, prefix: string): PortalShown[] => [
    { name: `${prefix}requests`, path: base, isInside },
    { name: `${prefix}request`, path: `${base}/requests/${demo.requestId}`, isInside },
    { name: `${prefix}new-request`, path: `${base}/requests/new`, isInside },
    { name: `${prefix}roadmap`, path: `${base}/roadmap`, isInside },
    { name: `${prefix}changelog`, path: `${base}/changelog`, isInside },
    { name: `${prefix}entry`, path: `${base}/changelog/${demo.entryId}`, isInside },
  ]
  const pages: PortalShown[] = [
    ...of(false, 'portal-'),
    { name: 'portal-search', path: `${base}/?search=calendar&sort=votes`, isInside: false },
    { name: 'portal-no-match', path: `${base}/?search=nowhere+to+be+found`, isInside: false },
    { name: 'portal-sign-in', path: `${base}/sign-in`, isInside: false },
    { name: 'portal-not-found', path: `${base}/nowhere`, isInside: false, status: 404 },
    ...['', '/roadmap', '/changelog'].map((path) => ({
      name: `portal-empty${path.replace('/', '-')}`,
      path: `/p/${empty.slug}${path}`,
      isInside: false,
    })),
    ...['', `/requests/${oddId}`, '/roadmap', '/changelog'].map((path) => ({
      name: `portal-odd${path.replaceAll('/', '-').replace(oddId, 'one')}`,
      path: `/p/${odd.slug}${path}`,
      isInside: false,
    })),
    ...of(true, 'portal-in-'),
    { name: 'portal-in-me', path: `${base}/me`, isInside: true },
    { name: 'portal-in-delete', path: `${base}/me/delete`, isInside: true },
  ]
  const value = customer.cookie.slice(sessionCookie.length + 1)
  return {
    stage,
    pages,
    demo,
    cookies: [{ name: sessionCookie, value, domain: new URL(stage.origin).hostname, path: base }],
  }
}

async function idsOf({ world }: Stage, workspaceId: string): Promise<{ requestId: string; entryId: string }> {
  const { rows } = await sql<{ requestId: string; entryId: string }>`select
    (select id from feedback where workspace_id = ${workspaceId} and moderation = 'approved' and stage = 'in_progress'
      order by votes desc limit 1) as "requestId",
    (select id from changelog_entries where workspace_id = ${workspaceId} and published_at is not null
      order by published_at desc limit 1) as "entryId"`.execute(world.database.db)
  return rows[0]!
}

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)

/** Titles without a space, other alphabets, a colour that cannot be read as it is, text that wants to be wide. */
async function furnishOddly({ api, write, tag }: TestWorkspace): Promise<string> {
  await write((tx) => updateWorkspace(tx, { accentColor: '#ffe14d' }))
  const titles = [
    longWord,
    'طلب ميزة: دعم الكتابة من اليمين إلى اليسار',
    'カレンダーを共有できるようにしてほしい',
    '<b>Bold</b> & "quoted"',
  ]
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await api.made('/feedback', {
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
  const root = await api.made(`/feedback/${ids[0]}/comments`, {
    body: longWord,
    submitter: { email: 'odd@example.com' },
  })
  await api.made(`/feedback/${ids[0]}/comments`, {
    body: titles[1],
    kind: 'staff_reply',
    authorName: longWord.slice(0, 100),
    parentId: root.id,
  })
  const { id: tagId } = await tag(longWord.slice(0, 50), '#fefefe')
  for (const title of titles) {
    const entry = await api.made('/changelog', {
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
