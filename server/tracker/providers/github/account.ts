import { type Access, type Account, TrackerError } from '../../tracker.ts'
import { type App, installationPathOf } from './app-auth.ts'
import type { Client } from './client.ts'
import { InstallationShape, UserShape } from './schemas.ts'

/** The same ids of issues are good for everybody on one GitHub, so that is what a connection is to. */
export async function account({ apiUrl, credential }: Access, client: Client): Promise<Account> {
  const id = new URL(apiUrl).host
  if (credential.kind !== 'app') {
    const { login, html_url } = await client.get('/user', UserShape)
    return { id, name: login, url: html_url }
  }
  const { account } = await installation(credential, client)
  const name = account.login ?? account.slug ?? id
  return { id, name, url: account.html_url ?? new URL(apiUrl).origin }
}

/** Who the issues that this credential creates are by; null where GitHub does not say. */
export async function ownLogin({ credential }: Access, client: Client): Promise<string | null> {
  try {
    if (credential.kind !== 'app') return (await client.get('/user', UserShape)).login
    const { app_slug } = await installation(credential, client)
    return app_slug === undefined ? null : `${app_slug}[bot]`
  } catch (error) {
    if (error instanceof TrackerError && (error.kind === 'refused' || error.kind === 'stale')) return null
    throw error
  }
}

const installation = (app: App, client: Client) => client.getAsApp(installationPathOf(app), InstallationShape)
