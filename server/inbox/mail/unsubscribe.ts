import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { html } from '../../platform/formats/html.ts'
import {
  type HtmlPage,
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
  sendNotFoundPage,
} from '../../platform/http/pages/html-page.ts'
import { maxFormBytes, registerFormParser } from '../../platform/http/parsing/form-body.ts'
import type { Log } from '../../platform/log.ts'
import { stopMail } from '../settings.ts'
import { memberUnsubscribeMessages as messages } from './messages.ts'
import {
  type MemberUnsubscribeTarget,
  memberUnsubscribePurpose,
  readMemberUnsubscribeToken,
} from './unsubscribe-token.ts'

export interface MemberUnsubscribeDeps {
  database: Database
  secretKey: string
  publicUrl: string
  clock: Clock
  log: Log
}

const url = '/unsubscribe/member/:token'

/**
 * Serves the page that each message to a member links to, without signing in. A GET changes nothing, because mail
 * scanners follow every link; a POST stops the kinds of the message, also that of a mail client (RFC 8058).
 */
export function memberUnsubscribePages(http: FastifyInstance, deps: MemberUnsubscribeDeps): void {
  const signer = new Signer(deps.secretKey, memberUnsubscribePurpose)
  http.register(async (app) => {
    registerFormParser(app)
    renderErrorsAsPages(app, deps.log)
    rejectOtherMethods(app, url, ['GET', 'POST'])
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const target = readMemberUnsubscribeToken(signer, (request.params as { token: string }).token)
      const member = target && (await findMember(deps, target))
      if (!target || !member) return sendNotFoundPage(reply)
      const isDone = request.method === 'POST'
      if (isDone) await stop(deps, target, member.role, request.id)
      return sendHtmlPage(reply, 200, page(target, member, isDone, deps.publicUrl))
    }
    app.get(url, handle)
    app.post(url, { bodyLimit: maxFormBytes }, handle)
  })
}

type FoundMember = NonNullable<Awaited<ReturnType<typeof findMember>>>

const findMember = ({ database }: MemberUnsubscribeDeps, { workspaceId, memberId }: MemberUnsubscribeTarget) =>
  database.db
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.workspace_id', 'm.workspace_id')
    .select(['m.role', 'w.name', 'w.slug'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()

const stop = (
  { database, clock }: MemberUnsubscribeDeps,
  { workspaceId, memberId, kinds }: MemberUnsubscribeTarget,
  role: FoundMember['role'],
  requestId: string,
): Promise<void> =>
  inTransaction(database.pool, (tx) =>
    stopMail(
      {
        ...tx,
        workspaceId,
        actor: { type: 'member', id: memberId, role },
        agent: null,
        requestId,
        now: clock(),
        // Nothing is mailed about it.
        enqueue: async () => {},
      },
      kinds,
    ),
  )

function page(
  { kinds }: MemberUnsubscribeTarget,
  { name, slug }: FoundMember,
  isDone: boolean,
  publicUrl: string,
): HtmlPage {
  const { title, text } = isDone ? messages.done : messages.ask
  return {
    title,
    owner: name,
    body: html`<h1>${title}</h1>
<p>${text({ workspace: name })}</p>
<ul>${kinds.map((kind) => html`<li>${messages.kinds[kind]}</li>\n`)}</ul>
<p>${messages.inbox}</p>
${isDone ? null : html`<form method="post"><button class="primary">${messages.ask.button}</button></form>`}
<p><a href="${publicUrl}/console/w/${slug}/inbox/settings">${messages.settings}</a></p>`,
  }
}
