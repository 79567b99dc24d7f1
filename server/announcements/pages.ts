import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { formBytesAtMost, readForms } from '../platform/http/form.ts'
import { refuseOtherMethods, renderErrorsAsPages, sendNotFound, sendPage } from '../platform/http/page.ts'
import type { Log } from '../platform/log.ts'
import { Signer } from '../platform/secrets.ts'
import { resumeMail, stopMail } from './opt-out.ts'
import { type Choice, type Subscriber, subscriptionPage } from './subscription-page.ts'
import { type Recipient, readToken, tokenPurpose } from './token.ts'

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
      const subscriber = recipient && (await findSubscriber(deps.database, recipient))
      return subscriber ? sendPage(reply, 200, subscriptionPage(subscriber)) : sendNotFound(reply)
    })

    app.post(url, { bodyLimit: formBytesAtMost }, async (request, reply) => {
      const recipient = recipientOf(request)
      return recipient ? answerChoice(deps, recipient, request, reply) : sendNotFound(reply)
    })
  })
}

async function answerChoice(
  { database, clock }: SubscriptionDeps,
  recipient: Recipient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const choice = choiceOf(request.body as FormData | null)
  if (choice !== null) {
    const { workspaceId, customerId } = recipient
    await inTransaction(database.pool, async (tx) => {
      const actor = { type: 'customer', id: customerId } as const
      const scope = { ...tx, workspaceId, actor, agent: null, requestId: request.id, now: clock() }
      await (choice === 'stop' ? stopMail : resumeMail)(scope, customerId)
    })
  }
  const subscriber = await findSubscriber(database, recipient)
  if (subscriber === null) return sendNotFound(reply)
  return sendPage(reply, choice === null ? 400 : 200, subscriptionPage(subscriber, choice))
}

/** What was asked for, by a button of the page or by a mail program (RFC 8058, section 3.2). */
function choiceOf(form: FormData | null | undefined): Choice | null {
  if (form?.get('List-Unsubscribe') === 'One-Click') return 'stop'
  const choice = form?.get('choice')
  return choice === 'stop' || choice === 'resume' ? choice : null
}

async function findSubscriber({ db }: Database, { workspaceId, customerId }: Recipient): Promise<Subscriber | null> {
  const row = await db
    .selectFrom('customers as c')
    .innerJoin('workspaces as w', 'w.workspace_id', 'c.workspace_id')
    .select(['w.name', 'c.email', 'c.mail_opted_out_at', 'c.mail_stopped_at'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', customerId)
    .executeTakeFirst()
  if (!row) return null
  const state = row.mail_opted_out_at !== null ? 'stopped' : row.mail_stopped_at !== null ? 'refused' : 'getting'
  return { workspaceName: row.name, address: row.email, state }
}
