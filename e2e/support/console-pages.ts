import { sql } from 'kysely'
import { ensureSetupLink } from '../../server/accounts/setup/setup.ts'
import { createApiKey } from '../../server/api-keys/create.ts'
import { rotateApiKey } from '../../server/api-keys/rotate.ts'
import { createBoard } from '../../server/boards/create.ts'
import { createEntry } from '../../server/changelog/create.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { inviteMember } from '../../server/members/invitations.ts'
import { Vault } from '../../server/platform/crypto/vault.ts'
import { createSsoSecret, rotateSsoSecret } from '../../server/portal/settings/sso-secrets.ts'
import { createRoadmapItem } from '../../server/roadmap/create.ts'
import { testSecretKey } from '../../server/test/test-app.ts'
import { seedApps } from './apps.ts'
import { type BrowserApp, type ConsoleWorkspace, createBrowserApp, type SignedInTeamMember } from './browser-app.ts'
import { seedImport } from './imports.ts'
import { seedInbox } from './inbox.ts'
import { seedChannels, seedWebhooks } from './webhooks.ts'

/** A console page to check or photograph. */
export interface ConsolePageCase {
  name: string
  path: string
  /** Whether the page requires a session. */
  isSignedIn: boolean
  /** Expected status. Default: 200. */
  status?: number
}

export interface ConsolePageFixtures {
  browserApp: BrowserApp
  pages: ConsolePageCase[]
  /** An owner of every workspace of the fixtures. */
  owner: SignedInTeamMember
  demo: ConsoleWorkspace
}

/** Creates an instance with a demo, an empty and an edge-case workspace, and lists its pages. */
export async function createConsolePageFixtures(): Promise<ConsolePageFixtures> {
  const operators: string[] = []
  const browserApp = await createBrowserApp({ template: 'demo', operators })
  const setupLink = await ensureSetupLink(browserApp.testApp.database, browserApp.origin, () =>
    new Date().toISOString(),
  )
  const demo = await browserApp.demoWorkspace()
  const empty = await browserApp.emptyWorkspace('Nothing yet')
  const edgeCases = await browserApp.emptyWorkspace(`Odd ${'workspace'.repeat(10)}`)
  const owner = await demo.member('owner', 'Mara Lindqvist')
  operators.push(owner.email)
  for (const workspace of [empty, edgeCases]) await join(workspace, owner)
  await seedEdgeCases(edgeCases)
  await createRotatedSecret(demo)
  await seedInbox(demo, owner)
  await seedApps(browserApp, demo, owner)
  const { url } = await demo.write((tx) =>
    inviteMember(tx, { email: 'new@example.com', role: 'member' }, browserApp.origin),
  )
  const importId = await seedImport(demo)
  const token = (link: string) => link.split('/').at(-1)!
  const pages = [
    ...publicPages(token(setupLink!), token(url)),
    ...(await workspacePages(demo, '')),
    signedInPage('status', '/status'),
    signedInPage('settings-import-finished', `/w/${demo.slug}/settings/import/${importId}`),
    ...areaPages(empty, 'empty-'),
    ...areaPages(edgeCases, 'odd-'),
    signedInPage('not-found', `/w/${demo.slug}/nowhere`, 404),
    signedInPage('not-found-customer', `/w/${demo.slug}/customers/nobody`, 404),
  ]
  return { browserApp, pages, owner, demo }
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

/** Lists the start pages of the areas. */
const areaPages = ({ slug }: ConsoleWorkspace, prefix: string): ConsolePageCase[] =>
  ['', 'inbox', 'requests', 'requests/review', 'roadmap', 'changelog', 'customers', 'settings/audit'].map((path) =>
    signedInPage(`${prefix}${path.replaceAll('/', '-') || 'overview'}`, `/w/${slug}/${path}`.replace(/\/$/, '')),
  )

async function workspacePages(workspace: ConsoleWorkspace, prefix: string): Promise<ConsolePageCase[]> {
  const ids = await pickIds(workspace)
  const { webhook, delivery } = await seedWebhooks(workspace)
  const { channel } = await seedChannels(workspace)
  const token = await createRotatedToken(workspace)
  const page = (name: string, path: string) => signedInPage(`${prefix}${name}`, `/w/${workspace.slug}${path}`)
  const settings = [
    'portal',
    'portal/sign-in',
    'portal/sso',
    'portal/widget',
    'portal/domain',
    'boards',
    'tags',
    'members',
    'tokens',
    'tokens/new',
    'apps',
    'apps/new',
    'channels',
    'channels/new',
    'webhooks',
    'webhooks/new',
    'tracker',
    'mail',
    'import',
    'export',
    'retention',
    'audit',
    'plan',
  ]
  return [
    signedInPage('account', '/account'),
    page('overview', ''),
    page('inbox', '/inbox'),
    page('inbox-settings', '/inbox/settings'),
    page('search', '/search'),
    page('search-found', '/search?q=calendar'),
    page('requests', '/requests'),
    page('requests-filtered', '/requests?stage=planned&sort=votes'),
    page('requests-unanswered', '/requests?unanswered=1&sort=votes'),
    page('requests-combined', '/requests?stage=planned&stage=in_review&owner=none&minVotes=1&from=90d&sort=trend'),
    page('requests-not-found', '/requests?search=nobody+wrote+this'),
    page('request', `/requests/${ids.request}`),
    page('request-merge', `/requests/${ids.request}/merge`),
    page('request-voters', `/requests/${ids.request}/voters`),
    page('request-send', `/requests/${ids.request}/send`),
    page('request-new', '/requests/new'),
    page('review', '/requests/review'),
    page('review-edit', `/requests/review?request=${await addWaitingEdit(workspace)}`),
    page('roadmap', '/roadmap'),
    page('roadmap-item', `/roadmap/${ids.item}`),
    page('roadmap-new', '/roadmap/new'),
    page('changelog', '/changelog'),
    page('changelog-new', '/changelog/new'),
    page('entry-draft', `/changelog/${ids.draft}`),
    page('entry-published', `/changelog/${ids.entry}`),
    page('customers', '/customers'),
    page('customers-opted-out', '/customers?filter=opted_out'),
    page('customer', `/customers/${ids.customer}`),
    page('customer-votes', `/customers/${ids.customer}/activity/votes`),
    page('customer-new', '/customers/new'),
    page('customers-bulk-removal', '/customers/bulk-removal?find=yes&portal=on'),
    page('insights', '/insights'),
    page('insights-year', '/insights?weeks=52'),
    page('settings', '/settings'),
    ...settings.map((name) => page(`settings-${name.replace('/', '-')}`, `/settings/${name}`)),
    page('settings-token-rotate', `/settings/tokens?rotate=${token}`),
    page('settings-channel', `/settings/channels/${channel}`),
    page('settings-channel-edit', `/settings/channels/${channel}/edit`),
    page('settings-webhook', `/settings/webhooks/${webhook}`),
    page('settings-webhook-edit', `/settings/webhooks/${webhook}/edit`),
    page('settings-webhook-delivery', `/settings/webhooks/${webhook}/deliveries/${delivery}`),
  ]
}

type Ids = Record<'request' | 'item' | 'draft' | 'entry' | 'customer', string>

/** Picks one record of each kind, where possible the one with the most content. */
async function pickIds({ id, write }: ConsoleWorkspace): Promise<Ids> {
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

/** Adds a waiting edit. @returns its id */
async function addWaitingEdit({ id, write }: ConsoleWorkspace): Promise<string> {
  const editId = crypto.randomUUID()
  await write((tx) =>
    sql`insert into pending_edits (workspace_id, id, feedback_id, customer_id, title, body, status, created_at)
      select f.workspace_id, ${editId}, f.id, x.customer_id, f.title || ' (clearer)',
        'In short: ' || replace(f.description, ' the ', ' our '), 'pending', ${tx.now}
      from feedback f join feedback_context x on x.workspace_id = f.workspace_id and x.feedback_id = f.id
      where f.workspace_id = ${id} and f.status = 'approved' and x.customer_id is not null
      order by length(f.description) desc, f.id limit 1`.execute(tx.db),
  )
  return editId
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

/** Creates and rotates an API token, so that the page lists a replaced one. @returns the id of the new token */
async function createRotatedToken({ write }: ConsoleWorkspace): Promise<string> {
  const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
  const { id } = await write((tx) =>
    createApiKey(tx, { name: 'Release pipeline', scopes: ['changelog:read', 'changelog:write'], expiresAt }),
  )
  return (await write((tx) => rotateApiKey(tx, id, { overlapMinutes: 1_440 }))).key.id
}

/** Creates and rotates a single sign-on secret, so that the page lists a previous one. */
async function createRotatedSecret({ write }: ConsoleWorkspace): Promise<void> {
  const vault = new Vault(testSecretKey)
  const { id } = await write((tx) => createSsoSecret(tx, vault))
  await write((tx) => rotateSsoSecret(tx, vault, id, { overlapHours: 24 }))
}

/** Creates records with very long words and right-to-left text. */
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
