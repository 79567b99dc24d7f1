import type { Page } from 'playwright-core'
import { createIdentity, type Identity } from '../../server/accounts/service.ts'
import { hashPassword } from '../../server/accounts/password.ts'
import { insertAccount } from '../../server/accounts/accounts.ts'
import { makeDemo } from '../../server/cli/demo/create-demo.ts'
import type { Role } from '../../server/members/roles.ts'
import { newId } from '../../server/platform/ids.ts'
import type { WriteScope } from '../../server/platform/scope.ts'
import { createWorld, testSecretKey, type World, type WorldOptions, writeIn } from '../../server/test/test-app.ts'
import { openPage } from './browser.ts'

export const password = 'correct horse battery staple'

export interface Person {
  accountId: string
  email: string
  name: string
  /** A page of this person, who is signed in. */
  page(options?: Parameters<typeof openPage>[0]): Promise<Page>
  /** The header of a new session, for what needs no browser. */
  cookie(): Promise<string>
}

export interface Member extends Person {
  memberId: string
}

export interface StageWorkspace {
  id: string
  slug: string
  /** The address of its pages. */
  home: string
  member(role: Role, name?: string): Promise<Member>
  /** Runs in a transaction, as the operator. */
  write<T>(work: (tx: WriteScope) => Promise<T> | T): Promise<T>
}

/** A world with a browser: workspaces, and people who are signed in. */
export interface Stage {
  world: World
  identity: Identity
  origin: string
  /** Full of examples, nine months of them. */
  demo(slug?: string): Promise<StageWorkspace>
  /** With one board and nothing else. */
  empty(name?: string): Promise<StageWorkspace>
  /** A workspace that a test has made and furnished itself. */
  of(workspace: { id: string; slug: string }): StageWorkspace
  /** Somebody with an account who is in no workspace. */
  person(name?: string): Promise<Person>
}

export async function createStage(options: WorldOptions = {}): Promise<Stage> {
  const world = await createWorld(options)
  const identity = createIdentity({
    database: world.database,
    jobs: world.jobs,
    settings: { publicUrl: options.publicUrl ?? 'http://heed.test' },
    secretKey: testSecretKey,
    clock: () => new Date().toISOString(),
    rateLimitStore: { kind: 'memory' },
  })
  const parts = { world, identity, origin: world.origin }
  return {
    ...parts,
    of: ({ id, slug }) => stageWorkspace(parts, id, slug),
    person: (name) => makePerson(parts, name),
    async demo(slug = 'demo') {
      const { workspace } = await writeIn(world, '', (tx) =>
        makeDemo(tx, slug, { free: 100, starter: 1_000, growth: null }),
      )
      return stageWorkspace(parts, workspace.id, slug)
    },
    async empty(name = 'Acme') {
      const { id, slug } = await world.workspace({ name })
      return stageWorkspace(parts, id, slug)
    },
  }
}

type Parts = Pick<Stage, 'world' | 'identity' | 'origin'>

function stageWorkspace(parts: Parts, id: string, slug: string): StageWorkspace {
  return {
    id,
    slug,
    home: `${parts.origin}/console/w/${slug}`,
    write: (work) => writeIn(parts.world, id, work),
    async member(role, name) {
      const person = await makePerson(parts, name)
      const memberId = newId()
      await writeIn(parts.world, id, (tx) =>
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

async function makePerson({ world, identity, origin }: Parts, name = names[people % names.length]!): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  hash ??= hashPassword(password)
  const passwordHash = await hash
  const accountId = await writeIn(world, '', (tx) => insertAccount(tx, { email, name, isVerified: true, passwordHash }))
  const signIn = async () => {
    const caller = { headers: new Headers({ 'user-agent': 'test' }), clientAddress: '127.0.0.1' }
    const { setCookies } = await identity.signInWithPassword(caller, { email, password })
    return setCookies.map((header) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!
      return { name: name!, value: value!, url: origin }
    })
  }
  const page: Person['page'] = async (options) => {
    const cookies = await signIn()
    const opened = await openPage(options)
    await opened.context().addCookies(cookies)
    return opened
  }
  const cookie = async () => (await signIn()).map(({ name, value }) => `${name}=${value}`).join('; ')
  return { accountId, email, name, page, cookie }
}
