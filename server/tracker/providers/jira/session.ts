import { type Access, type Account, TrackerError, type TrackerSession } from '../../tracker.ts'
import { choices } from './choices.ts'
import { create } from './create-issue.ts'
import { find } from './find-issue.ts'
import { inspect } from './resolve-target.ts'
import { read } from './get-issues.ts'
import { createRest, isId, type Rest } from './client.ts'
import { Linked, ServerInfo } from './schemas.ts'

export function openSession(access: Access): TrackerSession {
  const rest = createRest(access)
  const site = access.apiUrl
  return {
    account: () => account(rest, site),
    choices: (kind, teamId) => choices(rest, kind, teamId),
    inspect: (target) => inspect(rest, target),
    find: (identity) => find(rest, site, identity),
    create: (identity, issue) => create(rest, site, identity, issue),
    read: (issueIds, teamIds = new Map()) => read(rest, site, issueIds, teamIds),
    attach: (issueId, backlink) => attach(rest, issueId, backlink),
    // Webhooks by REST are for apps; people make them in Jira's settings.
    subscribe: async () => null,
    unsubscribe: async () => {},
  }
}

async function account(rest: Rest, site: string): Promise<Account> {
  // Whoever asks for it may know what a site is called; who is asking must be known, too.
  await rest.confirm()
  const info = await rest.ask(ServerInfo, 'serverInfo')
  if (info?.deploymentType !== undefined && info.deploymentType !== 'Cloud') {
    throw new TrackerError('refused', 'This is a Jira of your own; Heed speaks with Jira Cloud only')
  }
  const { host, origin } = URL.parse(info?.baseUrl ?? '') ?? new URL(site)
  return { id: host, name: host, url: origin }
}

async function attach(
  rest: Rest,
  issueId: string,
  { url, title, subtitle }: { url: string; title: string; subtitle: string },
): Promise<void> {
  const link = {
    // A second link with it replaces the first. 255 characters at most; the end of an address tells requests apart.
    globalId: `heed=${url.slice(-250)}`,
    application: { type: 'io.heed', name: 'Heed' },
    object: { url, title: title.slice(0, 255), summary: subtitle.slice(0, 255) },
  }
  const linked = isId(issueId) ? await rest.ask(Linked, `issue/${issueId}/remotelink`, link) : null
  if (linked !== null) return
  await rest.confirm()
  throw new TrackerError('refused', 'The issue is no longer there')
}
