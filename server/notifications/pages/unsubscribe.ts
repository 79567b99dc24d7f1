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
import type { ConsentEvidence } from '../consents/record.ts'
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
  wordingOf,
} from './unsubscribe-page.ts'

export interface UnsubscribePagesDeps {
  database: Database
  secretKey: string
  publicUrl: string
  clock: Clock
  log: Log
}

const url = '/unsubscribe/:token'

/** Serves the page that each email links to. A GET changes nothing, because mail scanners follow every link. */
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
  const action = parseAction(form)
  const scope = scopeOf(deps, recipient, request)
  if (action !== null) {
    const update = preferencesUpdateFor(action, recipient, form)
    const isOneClick = form?.get(oneClick.name) === oneClick.value
    const evidence: ConsentEvidence = {
      surface: 'email',
      page: isOneClick ? 'one-click' : 'unsubscribe',
      host: new URL(deps.publicUrl).host,
      wording: isOneClick
        ? `${oneClick.name}=${oneClick.value}`
        : wordingOf(await loadPageData(scope, recipient), action),
    }
    await inTransaction(deps.database.pool, (tx) =>
      updatePreferences({ ...scope, ...tx }, recipient.customerId, update, evidence),
    )
  }
  const data = await loadPageData(scope, recipient)
  return sendHtmlPage(reply, action === null ? 400 : 200, unsubscribePage(data, action))
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

// The body that a mail client posts when its own unsubscribe button is pressed (RFC 8058, section 3.2).
const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' }

/** Returns the action of a button on the page, or of a mail client's one-click unsubscribe. */
function parseAction(form: FormData | null | undefined): UnsubscribeAction | null {
  if (form?.get(oneClick.name) === oneClick.value) return 'stop'
  const choice = form?.get('choice')
  return unsubscribeActions.find((action) => action === choice) ?? null
}

/** Returns the change to store. `stop` and `resume` apply to the kinds of the email that contained the link. */
function preferencesUpdateFor(
  action: UnsubscribeAction,
  { kinds }: UnsubscribeTarget,
  form: FormData | null,
): PreferencesUpdate {
  if (action === 'off') return { optOut: true }
  if (action === 'save') {
    const checkedKinds = form!.getAll('kinds')
    return Object.fromEntries(notificationKinds.map((kind) => [kind, checkedKinds.includes(kind)]))
  }
  const isResuming = action === 'resume'
  const choices = Object.fromEntries(kinds.map((kind) => [kind, isResuming]))
  return { ...choices, ...(isResuming && { optOut: false }) }
}

/** @throws 404 for a deleted customer */
async function loadPageData(
  scope: Scope,
  { workspaceId, customerId, kinds }: UnsubscribeTarget,
): Promise<UnsubscribePageData> {
  const [preferences, { name }] = await Promise.all([
    getPreferences(scope, customerId),
    scope.db.selectFrom('workspaces').select('name').where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow(),
  ])
  return { ...preferences, workspaceName: name, kinds }
}
