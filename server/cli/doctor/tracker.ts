import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Settings } from '../../platform/settings.ts'
import { providerNames } from '../../tracker/client/errors.ts'
import { type Connection, credentialVaultContext } from '../../tracker/connection/queries.ts'
import type { Credential } from '../../tracker/tracker.ts'

const { ok, warning, problem } = createFindings('trackers')

type OpenConnection = Pick<
  Connection,
  'workspace_id' | 'id' | 'provider' | 'credential' | 'status' | 'status_reason'
> & {
  slug: string
}

/** Checks the connections with trackers without calling them. Returns nothing if there are none. */
export async function checkTrackers(database: Database, settings: Settings): Promise<Finding[]> {
  const connections = await openConnections(database)
  if (connections.length === 0) return []
  const credentials = await decryptCredentials(settings, connections)
  const findings = [
    ...undecryptableFindings(connections.filter(({ id }) => !credentials.has(id))),
    ...connections.filter(({ id, status }) => credentials.has(id) && status !== 'connected').map(statusFinding),
    ...oauthFindings(settings, connections, credentials),
    ...(await unconfirmedSendFindings(database)),
  ]
  const count = connections.length === 1 ? '1 workspace is' : `${connections.length} workspaces are`
  const summary = findings.length > 0 ? [] : [ok(`${count} connected to an issue tracker.`)]
  return [...summary, ...findings, ...webhookUrlFindings(settings)]
}

const openConnections = ({ db }: Database): Promise<OpenConnection[]> =>
  db
    .selectFrom('tracker_connections as c')
    .innerJoin('workspaces as w', 'w.workspace_id', 'c.workspace_id')
    .select(['c.workspace_id', 'c.id', 'c.provider', 'c.credential', 'c.status', 'c.status_reason', 'w.slug'])
    .where('c.disconnected_at', 'is', null)
    .orderBy('w.slug')
    .execute()

/** Decrypts the credentials by connection id, leaving out those that fail. Never creates a secret key. */
async function decryptCredentials(settings: Settings, connections: OpenConnection[]): Promise<Map<string, Credential>> {
  const secretKey = settings.secretKey ?? (await storedKey(settings.dataDir))
  if (secretKey === null) return new Map()
  const vault = new Vault(secretKey)
  return new Map(
    connections.flatMap((connection) => {
      const opened = connection.credential && vault.open(connection.credential, credentialVaultContext(connection))
      return opened ? [[connection.id, JSON.parse(opened) as Credential] as const] : []
    }),
  )
}

const storedKey = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, 'secret-key'), 'utf8').then(
    (text) => text.trim() || null,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )

const maxListed = 10

function slugsOf(connections: OpenConnection[]): string {
  const more = connections.length - maxListed
  const slugs = connections.slice(0, maxListed).map(({ slug }) => slug)
  return [...slugs, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function undecryptableFindings(sealed: OpenConnection[]): Finding[] {
  if (sealed.length === 0) return []
  const message = `Tracker credentials cannot be decrypted, because SECRET_KEY has changed: ${slugsOf(sealed)}.`
  const advice = 'Restore the previous SECRET_KEY, or connect each workspace again with: heed tracker connect'
  return [problem(message, advice)]
}

/** Warns about a connection that does not work. The workspace can fix it, so it is not a problem with the instance. */
const statusFinding = ({ slug, provider, status, status_reason }: OpenConnection): Finding =>
  warning(
    `Workspace ${slug}: the connection to ${providerNames[provider]} is ${status}${status_reason === null ? '' : `: ${status_reason}`}.`,
    `Run heed tracker status --workspace ${slug}, then connect it again.`,
  )

function oauthFindings(
  { linearClient }: Settings,
  connections: OpenConnection[],
  credentials: Map<string, Credential>,
): Finding[] {
  const byConsent = connections.filter(({ id }) => credentials.get(id)?.kind === 'oauth')
  if (linearClient !== null || byConsent.length === 0) return []
  const message = `OAuth tokens for Linear cannot be refreshed without LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET: ${slugsOf(byConsent)}.`
  return [problem(message, 'Set both to their values at the time these workspaces were connected.')]
}

// A poll every five minutes finds the issue, and gives up after a day.
const lateAfterHours = 1

async function unconfirmedSendFindings({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ slug: string; count: number; oldest: string }>`
    select w.slug, count(*) as count, min(l.created_at) as oldest
    from tracker_links l join workspaces w using (workspace_id)
    where l.state = 'creating' and l.created_at < now() - make_interval(hours => ${lateAfterHours})
    group by w.slug order by w.slug limit ${maxListed}`.execute(db)
  return rows.map(({ slug, count, oldest }) =>
    warning(
      `Workspace ${slug}: it is unknown whether ${count} sent ${count === 1 ? 'request has an issue' : 'requests have issues'}, the oldest since ${oldest}.`,
      `A worker keeps searching for them while the tracker responds. Run: heed tracker status --workspace ${slug}`,
    ),
  )
}

function webhookUrlFindings({ publicUrl }: Settings): Finding[] {
  if (publicUrl.startsWith('https:')) return []
  const message = `PUBLIC_URL is ${publicUrl}, and webhooks need https, so issues are polled every 15 minutes.`
  return [ok(message, 'With an https address in PUBLIC_URL, heed tracker connect sets up a webhook.')]
}
