import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { maskEmail } from '../notifications/pages/unsubscribe-page.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import type { Database } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { html } from '../platform/formats/html.ts'
import {
  type HtmlPage,
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
  sendNotFoundPage,
} from '../platform/http/pages/html-page.ts'
import { maxFormBytes, registerFormParser } from '../platform/http/parsing/form-body.ts'
import type { Log } from '../platform/log.ts'
import { notFound } from '../platform/problems.ts'
import { digestUnsubscribeMessages as messages } from './messages.ts'
import { setMemberDigest, wantsDigest } from './settings.ts'
import { type DigestRecipient, digestTokenPurpose, readDigestToken } from './unsubscribe-token.ts'

interface Deps {
  database: Database
  secretKey: string
  log: Log
}

const url = '/unsubscribe/digest/:token'

/**
 * Serves the page on which members turn their digest off, without signing in. A GET changes nothing, because mail scanners
 * follow every link. A mail client's own button posts `List-Unsubscribe=One-Click` (RFC 8058).
 */
export function digestUnsubscribePages(http: FastifyInstance, { database, secretKey, log }: Deps): void {
  const signer = new Signer(secretKey, digestTokenPurpose)
  const recipientOf = ({ params }: FastifyRequest) => readDigestToken(signer, (params as { token: string }).token)

  http.register(async (app) => {
    registerFormParser(app)
    renderErrorsAsPages(app, log)
    rejectOtherMethods(app, url, ['GET', 'POST'])

    app.get(url, async (request, reply) => {
      const recipient = recipientOf(request)
      if (recipient === null) return sendNotFoundPage(reply)
      return sendHtmlPage(reply, 200, digestPage(await load(database, recipient), false))
    })

    app.post(url, { bodyLimit: maxFormBytes }, async (request, reply) => {
      const recipient = recipientOf(request)
      if (recipient === null) return sendNotFoundPage(reply)
      const form = request.body as FormData | null
      const isWanted = form?.get('choice') === 'resume'
      const isKnown = isWanted || form?.get('choice') === 'stop' || form?.get('List-Unsubscribe') === 'One-Click'
      if (isKnown) await choose(database, recipient, isWanted)
      return sendHtmlPage(reply, isKnown ? 200 : 400, digestPage(await load(database, recipient), isKnown))
    })
  })
}

/** The token is the authorization: only the member's own mail contains it. */
const choose = ({ pool }: Database, { workspaceId, memberId }: DigestRecipient, isWanted: boolean): Promise<void> =>
  inTransaction(pool, async (tx) => setMemberDigest({ ...tx, workspaceId }, memberId, isWanted))

interface PageData {
  workspace: string
  email: string
  isWanted: boolean
}

/** @throws 404 for a member who has left */
async function load({ db }: Database, { workspaceId, memberId }: DigestRecipient): Promise<PageData> {
  const { rows } = await sql<PageData>`
    select w.name as workspace, coalesce(a.email, m.email) as email, ${wantsDigest} as "isWanted"
    from members m join workspaces w on w.workspace_id = m.workspace_id left join accounts a on a.id = m.account_id
    where m.workspace_id = ${workspaceId} and m.id = ${memberId}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** @param isDone whether the reader has just chosen this */
function digestPage({ workspace, email, isWanted }: PageData, isDone: boolean): HtmlPage {
  const { wanted, stopped } = messages
  const title = isWanted ? (isDone ? wanted.resumed : wanted.title) : isDone ? stopped.done : stopped.title
  const text = (isWanted ? wanted : stopped).text({ workspace, address: maskEmail(email) })
  return {
    title,
    owner: workspace,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<form method="post">
${
  isWanted
    ? html`<button class="primary" name="choice" value="stop">${wanted.button}</button>`
    : html`<button name="choice" value="resume">${stopped.button}</button>`
}
</form>`,
  }
}
