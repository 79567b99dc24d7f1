import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { jira } from '../../../tracker/providers/jira/index.ts'
import type { Credential, IssueIdentity, ProposedIssue, TrackerSession } from '../../../tracker/tracker.ts'
import type { CallKind } from '../fake-tracker.ts'
import { type FakeJira, startJira } from './server.ts'

export interface JiraFixture {
  jira: FakeJira
  session: TrackerSession
  /** Opens another session, for example with another credential or signal. */
  open(other?: { apiUrl?: string; credential?: Credential; signal?: AbortSignal }): TrackerSession
}

/** Starts a fake Jira and opens a session that calls it over the network. */
export async function createJiraFixture(): Promise<JiraFixture> {
  const tracker = await startJira()
  const outbound = createOutbound(['127.0.0.0/8'])
  after(() => outbound.close())
  const open: JiraFixture['open'] = ({ apiUrl = tracker.url, credential = tracker.credential, signal } = {}) =>
    jira.openSession({ apiUrl, credential, fetch: outbound.fetch, signal: signal ?? AbortSignal.timeout(60_000) })
  return { jira: tracker, session: open(), open }
}

/** Returns the identity of an issue to be created, with a unique backlink. */
export function newJiraIdentity(changes: Partial<IssueIdentity> = {}): IssueIdentity {
  const backlink = `https://heed.test/console/requests/${crypto.randomUUID()}`
  return {
    linkId: crypto.randomUUID(),
    backlink,
    teamId: '10000',
    firstAttemptAt: new Date().toISOString(),
    ...changes,
  }
}

export const newJiraIssue = (changes: Partial<ProposedIssue> = {}): ProposedIssue => ({
  title: 'Dark mode',
  description: 'At night.',
  teamId: '10000',
  projectId: null,
  labelIds: [],
  assigneeId: null,
  priority: null,
  ...changes,
})

/** Makes Jira leave a call without a response, and aborts the call once Jira has received it. */
export async function abortHangingCall(
  { jira: tracker, open }: Pick<JiraFixture, 'jira' | 'open'>,
  kind: CallKind,
  callTracker: (session: TrackerSession) => Promise<unknown>,
): Promise<unknown> {
  const before = tracker.calls.length
  tracker.failNext(kind, 'hang')
  const controller = new AbortController()
  const pendingCall = callTracker(open({ signal: controller.signal }))
  const hasArrived = () => tracker.calls.slice(before).some((call) => kind === 'any' || call === kind)
  const deadline = Date.now() + 60_000
  while (!hasArrived() && Date.now() < deadline) await Promise.race([sleep(5), pendingCall])
  controller.abort()
  return pendingCall
}
