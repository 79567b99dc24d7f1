import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { formBytesAtMost, readForms } from '../../platform/http/parsing/form-body.ts'
import { refuseOtherMethods, renderErrorsAsPages, sendNotFound, sendPage } from '../../platform/http/pages/html-page.ts'
import type { Log } from '../../platform/log.ts'
import type { Scope } from '../../platform/scope.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { chooseMail, mailChoiceOf, type WantedMail } from '../preferences/preferences.ts'
import { type Choice, choices, type Subscriber, subscriptionPage } from './unsubscribe-page.ts'
import { mailKinds, type Recipient, readToken, tokenPurpose } from '../preferences/unsubscribe-token.ts'

export interface SubscriptionDeps {
  database: Database
  secretKey: string
  clock: Clock
  log: Log
}

const url = '/unsubscribe/:token'

/** What the link in each message leads to. Reading it changes nothing: scanners of mail follow every link. */
export function subscriptionPages(http: FastifyInstance, deps: SubscriptionDeps): void {
  const signer = new Signer(deps.secretKey, tokenPurpose)
  const recipientOf = ({ params }: FastifyRequest) => readToken(signer, (params as { token: string }).token)

  http.register(async (app) => {
    readForms(app)
    renderErrorsAsPages(app, deps.log)
    refuseOtherMethods(app, url, ['GET', 'POST'])

    app.get(url, async (request, reply) => {
      const recipient = recipientOf(request)
      if (recipient === null) return sendNotFound(reply)
      return sendPage(reply, 200, subscriptionPage(await subscriberOf(scopeOf(deps, recipient, request), recipient)))
    })

    app.post(url, { bodyLimit: formBytesAtMost }, async (request, reply) => {
      const recipient = recipientOf(request)
      return recipient ? answerChoice(deps, recipient, request, reply) : sendNotFound(reply)
    })
  })
}

async function answerChoice(
  deps: SubscriptionDeps,
  recipient: Recipient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = request.body as FormData | null
  const choice = choiceOf(form)
  const scope = scopeOf(deps, recipient, request)
  if (choice !== null) {
    const wanted = wantedBy(choice, recipient, form)
    await inTransaction(deps.database.pool, (tx) => chooseMail({ ...scope, ...tx }, recipient.customerId, wanted))
  }
  const subscriber = await subscriberOf(scope, recipient)
  return sendPage(reply, choice === null ? 400 : 200, subscriptionPage(subscriber, choice))
}

const scopeOf = ({ database, clock }: SubscriptionDeps, recipient: Recipient, { id }: FastifyRequest): Scope => ({
  db: database.db,
  workspaceId: recipient.workspaceId,
  actor: { type: 'customer', id: recipient.customerId },
  agent: null,
  requestId: id,
  now: clock(),
})

/** What was asked for, by a button of the page or by a mail program (RFC 8058, section 3.2). */
function choiceOf(form: FormData | null | undefined): Choice | null {
  if (form?.get('List-Unsubscribe') === 'One-Click') return 'stop'
  const choice = form?.get('choice')
  return choices.find((each) => each === choice) ?? null
}

/** Stopping and resuming is about the kinds of the message that the link stood in. */
function wantedBy(choice: Choice, { kinds }: Recipient, form: FormData | null): WantedMail {
  if (choice === 'off') return { off: true }
  if (choice === 'save') {
    const wanted = form!.getAll('kinds')
    return Object.fromEntries(mailKinds.map((kind) => [kind, wanted.includes(kind)]))
  }
  const isWanted = choice === 'resume'
  return { ...Object.fromEntries(kinds.map((kind) => [kind, isWanted])), ...(isWanted && { off: false }) }
}

/** @throws 404 for a customer that is gone. */
async function subscriberOf(scope: Scope, { workspaceId, customerId, kinds }: Recipient): Promise<Subscriber> {
  const [choice, { name }] = await Promise.all([
    mailChoiceOf(scope, customerId),
    scope.db.selectFrom('workspaces').select('name').where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow(),
  ])
  return { ...choice, workspaceName: name, kinds }
}
