import type { Page } from 'playwright-core'
import {
  type AccountContext,
  type Accounts,
  type AccountsDeps,
  createAccountContext,
  createAccounts,
} from '../../server/accounts/accounts.ts'
import { hashPassword } from '../../server/accounts/password.ts'
import { startSession } from '../../server/accounts/sessions/start.ts'
import { insertAccount } from '../../server/accounts/store.ts'
import { createDemo } from '../../server/cli/demo/create-demo.ts'
import type { Role } from '../../server/platform/authorization.ts'
import { newId } from '../../server/platform/ids.ts'
import type { WriteScope } from '../../server/platform/scope.ts'
import { writeAsSystem } from '../../server/platform/system-scope.ts'
import { demoCaps } from '../../server/test/demo-template.ts'
import { createTestApp, type TestApp, type TestAppOptions, testSecretKey } from '../../server/test/test-app.ts'
import { openPage } from './browser.ts'

export const memberPassword = 'correct horse battery staple'

export interface SignedInPerson {
  accountId: string
  email: string
  name: string
  /** Opens a page signed in as this person. */
  page(options?: Parameters<typeof openPage>[0]): Promise<Page>
  /** Signs in and returns the Cookie header, for requests without a browser. */
  cookie(): Promise<string>
}

export interface SignedInTeamMember extends SignedInPerson {
  memberId: string
}

export interface ConsoleWorkspace {
  id: string
  slug: string
  /** URL of its console pages. */
  home: string
  member(role: Role, name?: string): Promise<SignedInTeamMember>
  /** Runs in a transaction as the system actor. */
  write<T>(work: (tx: WriteScope) => Promise<T> | T): Promise<T>
}

/** A test app with a browser, workspaces, and people who can sign in. */
export interface BrowserApp {
  testApp: TestApp
  accounts: Accounts
  origin: string
  /** Returns a workspace with nine months of example data. With `template: 'demo'`, the one called `demo` already exists. */
  demoWorkspace(slug?: string): Promise<ConsoleWorkspace>
  /** Creates a workspace with one board and nothing else. */
  emptyWorkspace(name?: string): Promise<ConsoleWorkspace>
  /** Wraps a workspace that the test created itself. */
  openWorkspace(workspace: { id: string; slug: string }): ConsoleWorkspace
  /** Creates a person with an account and no workspace. */
  person(name?: string): Promise<SignedInPerson>
}

export async function createBrowserApp(options: TestAppOptions = {}): Promise<BrowserApp> {
  const testApp = await createTestApp(options)
  const accountDeps = {
    database: testApp.database,
    jobs: testApp.jobs,
    settings: { publicUrl: options.publicUrl ?? 'http://heed.test' },
    secretKey: testSecretKey,
    clock: () => new Date().toISOString(),
    rateLimitStore: { kind: 'memory' },
  } satisfies AccountsDeps
  const accounts = createAccounts(accountDeps)
  const parts = { testApp, accounts, accountContext: createAccountContext(accountDeps), origin: testApp.origin }
  return {
    ...parts,
    openWorkspace: ({ id, slug }) => consoleWorkspace(parts, id, slug),
    person: (name) => createPerson(parts, name),
    async demoWorkspace(slug = 'demo') {
      const existing = await workspaceBySlug(testApp, slug)
      if (existing) return consoleWorkspace(parts, existing.id, slug)
      const { workspace } = await writeAsSystem(testApp, '', (tx) => createDemo(tx, slug, demoCaps))
      return consoleWorkspace(parts, workspace.id, slug)
    },
    async emptyWorkspace(name = 'Acme') {
      const { id, slug } = await testApp.workspace({ name })
      return consoleWorkspace(parts, id, slug)
    },
  }
}

const workspaceBySlug = ({ database }: TestApp, slug: string) =>
  database.db.selectFrom('workspaces').select('workspace_id as id').where('slug', '=', slug).executeTakeFirst()

interface BrowserAppParts extends Pick<BrowserApp, 'testApp' | 'origin'> {
  accountContext: AccountContext
}

function consoleWorkspace(parts: BrowserAppParts, id: string, slug: string): ConsoleWorkspace {
  return {
    id,
    slug,
    home: `${parts.origin}/console/w/${slug}`,
    write: (work) => writeAsSystem(parts.testApp, id, work),
    async member(role, name) {
      const person = await createPerson(parts, name)
      const memberId = newId()
      await writeAsSystem(parts.testApp, id, (tx) =>
        tx.db
          .insertInto('members')
          .values({
            workspace_id: id,
            id: memberId,
            email: person.email,
            role,
            account_id: person.accountId,
            created_at: tx.now,
            joined_at: tx.now,
          })
          .execute(),
      )
      return { ...person, memberId }
    },
  }
}

const names = ['Mara Lindqvist', 'Tomasz Nowak', 'Aiko Tanaka', 'Samuel Okafor', 'Lena Fischer', 'Ravi Menon']
let people = 0
let hash: Promise<string> | null = null

async function createPerson(
  { testApp, accountContext, origin }: BrowserAppParts,
  name = names[people % names.length]!,
): Promise<SignedInPerson> {
  people += 1
  const email = `person${people}@example.com`
  hash ??= hashPassword(memberPassword)
  const passwordHash = await hash
  const accountId = await writeAsSystem(testApp, '', (tx) =>
    insertAccount(tx, { email, name, isVerified: true, passwordHash }),
  )
  const signIn = async () => {
    const caller = { headers: new Headers({ 'user-agent': 'test' }), clientAddress: '127.0.0.1' }
    // Skips the password check, which takes longer than loading a page.
    const { setCookies } = await startSession(accountContext, caller, accountId)
    return setCookies.map((header) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!
      return { name: name!, value: value!, url: origin }
    })
  }
  const page: SignedInPerson['page'] = async (options) => {
    const cookies = await signIn()
    const opened = await openPage(options)
    await opened.context().addCookies(cookies)
    return opened
  }
  const cookie = async () => (await signIn()).map(({ name, value }) => `${name}=${value}`).join('; ')
  return { accountId, email, name, page, cookie }
}
