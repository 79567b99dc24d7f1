import { sql } from 'kysely'
import { ensureSetupLink } from '../../server/accounts/setup/setup.ts'
import { createBoard } from '../../server/boards/create.ts'
import { createEntry } from '../../server/changelog/create.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { inviteMember } from '../../server/members/invitations.ts'
import { Vault } from '../../server/platform/crypto/vault.ts'
import { createSsoSecret, rotateSsoSecret } from '../../server/portal/settings/sso-secrets.ts'
import { createRoadmapItem } from '../../server/roadmap/create.ts'
import { testSecretKey } from '../../server/test/test-app.ts'
import { type BrowserApp, type ConsoleWorkspace, createBrowserApp, type SignedInTeamMember } from './browser-app.ts'

/** A page of the console, as it is looked at and measured. */
export interface ConsolePageCase {
  name: string
  path: string
  /** Whether one has to be signed in to see it. */
  isSignedIn: boolean
  /** What it answers. Default: 200. */
  status?: number
}

export interface ConsolePageFixtures {
  browserApp: BrowserApp
  pages: ConsolePageCase[]
  /** An owner of every workspace in it. */
  owner: SignedInTeamMember
  demo: ConsoleWorkspace
}

/** An instance with a workspace full of examples, one with nothing, and one with what is hard to show; and all its pages. */
export async function createConsolePageFixtures(): Promise<ConsolePageFixtures> {
  const stage = await createBrowserApp()
  const setupLink = await ensureSetupLink(stage.testApp.database, stage.origin, () => new Date().toISOString())
  const demo = await stage.demoWorkspace()
  const empty = await stage.emptyWorkspace('Nothing yet')
  const odd = await stage.emptyWorkspace(`Odd ${'workspace'.repeat(10)}`)
  const owner = await demo.member('owner', 'Mara Lindqvist')
  for (const workspace of [empty, odd]) await join(workspace, owner)
  await seedEdgeCases(odd)
  await rotateOnce(demo)
  const { url } = await demo.write((tx) => inviteMember(tx, { email: 'new@example.com', role: 'member' }, stage.origin))
  const token = (link: string) => link.split('/').at(-1)!
  const pages = [
    ...publicPages(token(setupLink!), token(url)),
    ...(await pagesOf(demo, '')),
    ...areaPages(empty, 'empty-'),
    ...areaPages(odd, 'odd-'),
    signedInPage('not-found', `/w/${demo.slug}/nowhere`, 404),
    signedInPage('not-found-customer', `/w/${demo.slug}/customers/nobody`, 404),
  ]
  return { browserApp: stage, pages, owner, demo }
}

const signedInPage = (name: string, path: string, status = 200): ConsolePageCase => ({
  name,
  path,
  isSignedIn: true,
  status,
})
const publicPage = (name: string, path: string, status = 200): ConsolePageCase => ({
  name,
  path,
  isSignedIn: false,
  status,
})

const publicPages = (setup: string, invitation: string): ConsolePageCase[] => [
  publicPage('setup', `/setup/${setup}`),
  publicPage('sign-in', '/sign-in'),
  publicPage('sign-in-code', '/sign-in/code'),
  publicPage('password-forgotten', '/password/forgotten'),
  publicPage('password-reset-outdated', `/password/reset/${'a'.repeat(43)}`),
  publicPage('invitation', `/invitations/${invitation}`),
  publicPage('invitation-outdated', `/invitations/${'a'.repeat(43)}`),
  publicPage('nowhere', '/nowhere', 404),
]

/** The areas as they begin. */
const areaPages = ({ slug }: ConsoleWorkspace, prefix: string): ConsolePageCase[] =>
  ['', 'requests', 'requests/review', 'roadmap', 'changelog', 'customers', 'settings/audit'].map((path) =>
    signedInPage(`${prefix}${path.replaceAll('/', '-') || 'overview'}`, `/w/${slug}/${path}`.replace(/\/$/, '')),
  )

async function pagesOf(workspace: ConsoleWorkspace, prefix: string): Promise<ConsolePageCase[]> {
  const ids = await idsOf(workspace)
  const of = (name: string, path: string) => signedInPage(`${prefix}${name}`, `/w/${workspace.slug}${path}`)
  const settings = ['portal', 'boards', 'tags', 'members', 'tokens', 'tokens/new', 'tracker', 'mail', 'audit', 'plan']
  return [
    signedInPage('account', '/account'),
    of('overview', ''),
    of('search', '/search'),
    of('search-found', '/search?q=calendar'),
    of('requests', '/requests'),
    of('requests-filtered', '/requests?stage=planned&sort=votes'),
    of('requests-not-found', '/requests?search=nobody+wrote+this'),
    of('request', `/requests/${ids.request}`),
    of('request-merge', `/requests/${ids.request}/merge`),
    of('request-send', `/requests/${ids.request}/send`),
    of('request-new', '/requests/new'),
    of('review', '/requests/review'),
    of('roadmap', '/roadmap'),
    of('roadmap-item', `/roadmap/${ids.item}`),
    of('roadmap-new', '/roadmap/new'),
    of('changelog', '/changelog'),
    of('changelog-new', '/changelog/new'),
    of('entry-draft', `/changelog/${ids.draft}`),
    of('entry-published', `/changelog/${ids.entry}`),
    of('customers', '/customers'),
    of('customers-opted-out', '/customers?filter=opted_out'),
    of('customer', `/customers/${ids.customer}`),
    of('customer-new', '/customers/new'),
    of('settings', '/settings'),
    ...settings.map((name) => of(`settings-${name.replace('/', '-')}`, `/settings/${name}`)),
  ]
}

type Ids = Record<'request' | 'item' | 'draft' | 'entry' | 'customer', string>

/** Of each kind the one with the most to show. */
async function idsOf({ id, write }: ConsoleWorkspace): Promise<Ids> {
  const { rows } = await write((tx) =>
    sql<Ids>`select
      (select id from feedback where workspace_id = ${id} order by comments desc, id limit 1) as request,
      (select id from roadmap_items where workspace_id = ${id} order by id limit 1) as item,
      (select id from changelog_entries where workspace_id = ${id} and state = 'draft' order by id limit 1) as draft,
      (select id from changelog_entries where workspace_id = ${id} and state = 'published' order by id limit 1) as entry,
      (select customer_id from comments where workspace_id = ${id} and customer_id is not null
        group by customer_id order by count(*) desc, customer_id limit 1) as customer`.execute(tx.db),
  )
  return rows[0]!
}

const join = ({ id, write }: ConsoleWorkspace, { accountId, email }: SignedInTeamMember) =>
  write((tx) =>
    tx.db
      .insertInto('members')
      .values({
        workspace_id: id,
        id: crypto.randomUUID(),
        email,
        role: 'owner',
        account_id: accountId,
        created_at: tx.now,
        joined_at: tx.now,
      })
      .execute(),
  )

const names = ['a'.repeat(200), 'ليلى حداد من فريق المبيعات', '佐藤 美咲・カスタマーサクセス', '<b>Bobby</b> & sons']

/** A secret of the portal to sign with, and the one before it. */
async function rotateOnce({ write }: ConsoleWorkspace): Promise<void> {
  const vault = new Vault(testSecretKey)
  const { id } = await write((tx) => createSsoSecret(tx, vault))
  await write((tx) => rotateSsoSecret(tx, vault, id, { overlapHours: 24 }))
}

/** Words that do not break, and such as run the other way. */
async function seedEdgeCases({ id, write }: ConsoleWorkspace): Promise<void> {
  await write((tx) => tx.db.updateTable('workspaces').set({ plan: 'free' }).where('workspace_id', '=', id).execute())
  const caps = { free: 100, starter: 1_000, growth: null }
  await write((tx) => createBoard(tx, { name: 'ボード'.repeat(16), slug: 'long' }))
  for (const [at, name] of names.entries()) {
    const submitter = { email: `${'long'.repeat(10)}${at}@example.com`, name }
    const request = { title: name, description: name.repeat(4), submitter }
    await write((tx) => createFeedback(tx, request, caps))
    await write((tx) => createRoadmapItem(tx, { title: name }))
    await write((tx) => createEntry(tx, { title: name, body: name.repeat(4), versionLabel: 'v'.repeat(64) }))
  }
}
