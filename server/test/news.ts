import { deliver } from '../announcements/deliver.ts'
import { composersOf } from '../news/compose.ts'
import { listHearers } from '../news/list-hearers.ts'
import { tellDue } from '../news/tell-due.ts'
import { createLog } from '../platform/log.ts'
import { mailerTo, secretKey } from './announcements.ts'
import { type Received, type Smtp, startSmtp } from './smtp.ts'
import { type TestWorkspace, type World, writeIn } from './world.ts'

export const everybody = {
  page: 0,
  after: '00000000-0000-0000-0000-000000000000',
  through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

export const publicUrl = 'http://heed.test'

export interface Told {
  to: string
  /** As a reader sees them. */
  subject: string
  text: string
  html: string
  /** All of it, header and both parts, decoded. */
  whole: string
}

export interface NewsDesk {
  smtp: Smtp
  /** So long after now. */
  at(minutes: number): string
  /** Does what workers do at a time: bundles, lists, sends. @returns the messages of this round, by recipient */
  round(minutes: number): Promise<Told[]>
  /** The same up to the list. @returns the bundles. */
  list(minutes: number): Promise<string[]>
  send(workspaceId: string, bundleId: string, minutes: number): Promise<string | null>
}

/** Tells the news of a world's requests to a real mail server, at the time that a test says it is. */
export async function newsDesk(world: World, options: Parameters<typeof startSmtp>[0] = {}): Promise<NewsDesk> {
  const smtp = await startSmtp(options)
  const start = Date.now()
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  const { database, jobs } = world
  const desk: NewsDesk = {
    smtp,
    at,
    async list(minutes) {
      const now = at(minutes)
      const bundleIds = await tellDue({ database, jobs }, now)
      for (const id of bundleIds) {
        const workspaceId = await workspaceOf(world, id)
        while (await writeIn(world, workspaceId, (scope) => listHearers({ ...scope, now }, id)));
      }
      return bundleIds
    },
    async send(workspaceId, bundleId, minutes) {
      const mailer = mailerTo(smtp.url)
      const composerFor = composersOf({ database, secretKey, publicUrl })
      const deps = { database, mailer, log: createLog('silent'), clock: () => at(minutes), composerFor }
      try {
        return await deliver(deps, { workspaceId, bundleId, ...everybody }, new AbortController().signal)
      } finally {
        mailer.close()
      }
    },
    async round(minutes) {
      const before = smtp.messages.length
      for (const id of await desk.list(minutes)) await desk.send(await workspaceOf(world, id), id, minutes)
      return smtp.messages
        .slice(before)
        .map(read)
        .sort((a, b) => (a.to < b.to ? -1 : 1))
    },
  }
  return desk
}

async function workspaceOf({ database }: World, bundleId: string): Promise<string> {
  const { rows } = await database.pool.query('select workspace_id as id from news_bundles where id = $1', [bundleId])
  return rows[0].id
}

const bytesOf = (quoted: string): string =>
  Buffer.from(
    quoted.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

const wordOf = (_: string, encoding: string, text: string): string =>
  encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : bytesOf(text.replaceAll('_', ' '))

/** A message as a mail program reads it, well enough for what Heed sends. */
export function read({ to, raw }: Received): Told {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, wordOf)
  const parts = raw.slice(end).split(/\r\n----_[^\r\n]+/)
  const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => {
    const part = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    return part.includes('base64') ? Buffer.from(body, 'base64').toString() : bytesOf(body)
  })
  return {
    to,
    subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '',
    text: text.replaceAll('\r\n', '\n'),
    html,
    whole: `${head}\n${text}\n${html}`,
  }
}

/** The customer of a workspace who has this address. */
export async function customerOf({ database }: World, { id }: TestWorkspace, email: string): Promise<string> {
  const { rows } = await database.pool.query('select id from customers where workspace_id = $1 and email = $2', [
    id,
    email,
  ])
  return rows[0].id
}
