import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import {
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
  sendNotFoundPage,
} from '../../platform/http/pages/html-page.ts'
import { maxFormBytes, registerFormParser } from '../../platform/http/parsing/form-body.ts'
import type { Log } from '../../platform/log.ts'
import type { Scope } from '../../platform/scope.ts'
import { getPreferences, type PreferencesUpdate, updatePreferences } from '../preferences/preferences.ts'
import {
  notificationKinds,
  readUnsubscribeToken,
  type UnsubscribeTarget,
  unsubscribeTokenPurpose,
} from '../preferences/unsubscribe-token.ts'
import {
  type UnsubscribeAction,
  type UnsubscribePageData,
  unsubscribeActions,
  unsubscribePage,
} from './unsubscribe-page.ts'

export interface UnsubscribePagesDeps {
  database: Database
  secretKey: string
  clock: Clock
  log: Log
}

const url = '/unsubscribe/:token'

/** What the link in each message leads to. Reading it changes nothing: scanners of mail follow every link. */
export function unsubscribePages(http: FastifyInstance, deps: UnsubscribePagesDeps): void {
  const signer = new Signer(deps.secretKey, unsubscribeTokenPurpose)
  const recipientOf = ({ params }: FastifyRequest) => readUnsubscribeToken(signer, (params as { token: string }).token)

  http.register(async (app) => {
    registerFormParser(app)
    renderErrorsAsPages(app, deps.log)
    rejectOtherMethods(app, url, ['GET', 'POST'])

    app.get(url, async (request, reply) => {
      const recipient = recipientOf(request)
      if (recipient === null) return sendNotFoundPage(reply)
      return sendHtmlPage(reply, 200, unsubscribePage(await loadPageData(scopeOf(deps, recipient, request), recipient)))
    })

    app.post(url, { bodyLimit: maxFormBytes }, async (request, reply) => {
      const recipient = recipientOf(request)
      return recipient ? handleAction(deps, recipient, request, reply) : sendNotFoundPage(reply)
    })
  })
}

async function handleAction(
  deps: UnsubscribePagesDeps,
  recipient: UnsubscribeTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = request.body as FormData | null
  const choice = parseAction(form)
  const scope = scopeOf(deps, recipient, request)
  if (choice !== null) {
    const wanted = preferencesUpdateFor(choice, recipient, form)
    await inTransaction(deps.database.pool, (tx) =>
      updatePreferences({ ...scope, ...tx }, recipient.customerId, wanted),
    )
  }
  const subscriber = await loadPageData(scope, recipient)
  return sendHtmlPage(reply, choice === null ? 400 : 200, unsubscribePage(subscriber, choice))
}

const scopeOf = (
  { database, clock }: UnsubscribePagesDeps,
  recipient: UnsubscribeTarget,
  { id }: FastifyRequest,
): Scope => ({
  db: database.db,
  workspaceId: recipient.workspaceId,
  actor: { type: 'customer', id: recipient.customerId },
  agent: null,
  requestId: id,
  now: clock(),
})

/** What was asked for, by a button of the page or by a mail program (RFC 8058, section 3.2). */
function parseAction(form: FormData | null | undefined): UnsubscribeAction | null {
  if (form?.get('List-Unsubscribe') === 'One-Click') return 'stop'
  const choice = form?.get('choice')
  return unsubscribeActions.find((each) => each === choice) ?? null
}

/** Stopping and resuming is about the kinds of the message that the link stood in. */
function preferencesUpdateFor(
  choice: UnsubscribeAction,
  { kinds }: UnsubscribeTarget,
  form: FormData | null,
): PreferencesUpdate {
  if (choice === 'off') return { optOut: true }
  if (choice === 'save') {
    const wanted = form!.getAll('kinds')
    return Object.fromEntries(notificationKinds.map((kind) => [kind, wanted.includes(kind)]))
  }
  const isWanted = choice === 'resume'
  return { ...Object.fromEntries(kinds.map((kind) => [kind, isWanted])), ...(isWanted && { optOut: false }) }
}

/** @throws 404 for a customer that is gone. */
async function loadPageData(
  scope: Scope,
  { workspaceId, customerId, kinds }: UnsubscribeTarget,
): Promise<UnsubscribePageData> {
  const [choice, { name }] = await Promise.all([
    getPreferences(scope, customerId),
    scope.db.selectFrom('workspaces').select('name').where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow(),
  ])
  return { ...choice, workspaceName: name, kinds }
}
