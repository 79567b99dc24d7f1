import { isWebUrl } from '../../issue-url.ts'
import { type Account, type SessionOptions, TrackerError } from '../../tracker.ts'
import { type AppCredential, installationPath } from './app-auth.ts'
import type { GitHubClient } from './client.ts'
import { InstallationSchema, UserSchema } from './schemas.ts'

/** Identifies the GitHub host as the organization: its issue ids are the same for every credential. */
export async function getAccount({ apiUrl, credential }: SessionOptions, client: GitHubClient): Promise<Account> {
  const id = new URL(apiUrl).host
  if (credential.kind !== 'app') {
    const { login, html_url } = await client.get('/user', UserSchema)
    return { id, name: login, url: html_url }
  }
  const { account } = await getInstallation(credential, client)
  const name = account.login ?? account.slug ?? id
  return { id, name, url: isWebUrl(account.html_url) ? account.html_url! : new URL(apiUrl).origin }
}

/** Returns the login of the author of issues created with this credential; null if GitHub does not return it. */
export async function getOwnLogin({ credential }: SessionOptions, client: GitHubClient): Promise<string | null> {
  try {
    if (credential.kind !== 'app') return (await client.get('/user', UserSchema)).login
    const { app_slug } = await getInstallation(credential, client)
    return app_slug === undefined ? null : `${app_slug}[bot]`
  } catch (error) {
    if (error instanceof TrackerError && (error.kind === 'refused' || error.kind === 'stale')) return null
    throw error
  }
}

const getInstallation = (app: AppCredential, client: GitHubClient) =>
  client.getAsApp(installationPath(app), InstallationSchema)
