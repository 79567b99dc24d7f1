import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { TestClient } from '../clients/api-client.ts'
import type { TestApp, TestWorkspace } from '../test-app.ts'

/** The workspace that operations run in, with an approved request, a voter, and a signed-in customer. */
export interface Subject {
  app: TestApp
  workspace: TestWorkspace
  requestId: string
  /** Has votes, requests and a company. */
  customerId: string
  cookie: string
}

export interface HotOperation {
  name: string
  run(subject: Subject): Promise<unknown>
  /** The index that its most expensive statement uses; null if several statements cost about the same. */
  index: string | null
  /**
   * All indexes of large tables that its statements read in a large workspace. They must read no such table as a whole.
   * Default: any.
   */
  reads?: string[]
  /** The rows and index entries that one scan may read. Default: a page of 100. */
  maxRead?: number
  /** The rows that one sort may get. Default: a page of 100. */
  maxSorted?: number
}

export const call =
  (method: string, path: (subject: Subject) => string, body?: object) =>
  async (subject: Subject): Promise<unknown> => {
    const client = new TestClient(subject.app.origin, subject.workspace.key)
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': newId() } : {}
    const { status, body: answer } = await client.send(method, path(subject), { body, headers })
    if (status >= 300) throw new Error(`${method} ${path(subject)} returned ${status}: ${JSON.stringify(answer)}`)
    return answer?.data
  }

export const get = (path: string) => call('GET', () => path)
export const onRequest = (method: string, path: string, body?: object) =>
  call(method, ({ requestId }) => `/feedback/${requestId}${path}`, body)

export const read =
  (work: (scope: WriteScope, subject: Subject) => Promise<unknown>) =>
  (subject: Subject): Promise<unknown> =>
    writeAsSystem({ database: subject.app.database, jobs: subject.app.jobs }, subject.workspace.id, (scope) =>
      work(scope, subject),
    )
