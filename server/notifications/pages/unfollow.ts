import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resolveMergedId } from '../../feedback/merge/redirects.ts'
import { isVisible } from '../../feedback/public/visibility.ts'
import { hasUnfollowed } from '../../follows/hears.ts'
import { setOwnFollow, stopMailAbout } from '../../follows/set-own.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import {
  rejectOtherMethods,
  renderErrorsAsPages,
  sendHtmlPage,
  sendNotFoundPage,
} from '../../platform/http/pages/html-page.ts'
import { maxFormBytes, registerFormParser } from '../../platform/http/parsing/form-body.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { readUnfollowToken, type UnfollowTarget, unfollowTokenPurpose } from '../preferences/unfollow-token.ts'
import { type UnfollowAction, type UnfollowPageData, unfollowActions, unfollowPage } from './unfollow-page.ts'
import type { UnsubscribePagesDeps } from './unsubscribe.ts'

const url = '/unsubscribe/request/:token'

/**
 * Serves the page on which customers stop mail about one request, without signing in. A GET changes nothing, because
 * mail scanners follow every link.
 */
export function unfollowPages(http: FastifyInstance, deps: UnsubscribePagesDeps): void {
  const signer = new Signer(deps.secretKey, unfollowTokenPurpose)

  http.register(async (app) => {
    registerFormParser(app)
    renderErrorsAsPages(app, deps.log)
    rejectOtherMethods(app, url, ['GET', 'POST'])

    app.get(url, async (request, reply) => {
      const target = targetOf(signer, request)
      if (target === null) return sendNotFoundPage(reply)
      return sendHtmlPage(reply, 200, unfollowPage(await loadPageData(scopeOf(deps, target, request), target)))
    })

    app.post(url, { bodyLimit: maxFormBytes }, async (request, reply) => {
      const target = targetOf(signer, request)
      if (target === null) return sendNotFoundPage(reply)
      const action = parseAction(request.body as FormData | null)
      const scope = scopeOf(deps, target, request)
      if (action !== null) await decide(deps, scope, target, action)
      return sendHtmlPage(reply, action === null ? 400 : 200, unfollowPage(await loadPageData(scope, target), action))
    })
  })
}

const targetOf = (signer: Signer, { params }: FastifyRequest): UnfollowTarget | null =>
  readUnfollowToken(signer, (params as { token: string }).token)

const parseAction = (form: FormData | null | undefined): UnfollowAction | null =>
  unfollowActions.find((action) => action === form?.get('choice')) ?? null

const scopeOf = (
  { database, clock }: UnsubscribePagesDeps,
  { workspaceId, customerId }: UnfollowTarget,
  { id }: FastifyRequest,
): Scope => ({
  db: database.db,
  workspaceId,
  actor: { type: 'customer', id: customerId },
  agent: null,
  requestId: id,
  now: clock(),
})

async function decide(
  deps: UnsubscribePagesDeps,
  scope: Scope,
  target: UnfollowTarget,
  action: UnfollowAction,
): Promise<void> {
  const { feedbackId } = await loadPageData(scope, target)
  await inTransaction(deps.database.pool, (transaction) => {
    const tx = { ...scope, ...transaction }
    return action === 'stop'
      ? stopMailAbout(tx, feedbackId, target.customerId)
      : setOwnFollow(tx, feedbackId, true, target.customerId)
  })
}

/**
 * Loads what the page shows about the request, or about the request that it was merged into.
 * @throws 404 for a deleted request or customer
 */
async function loadPageData(scope: Scope, target: UnfollowTarget): Promise<UnfollowPageData & { feedbackId: string }> {
  const feedbackId = (await resolveMergedId(scope, target.feedbackId)) ?? target.feedbackId
  const { rows } = await sql<UnfollowPageData>`
    select w.name as "workspaceName", c.email as address, ${hasUnfollowed('c', 'f')} as "isStopped",
      case when ${isVisible('f')} then f.title end as title
    from feedback f
    join workspaces w on w.workspace_id = f.workspace_id
    join customers c on c.workspace_id = f.workspace_id and c.id = ${target.customerId}
    where f.workspace_id = ${scope.workspaceId} and f.id = ${feedbackId}`.execute(scope.db)
  if (!rows[0]) throw notFound()
  return { ...rows[0], feedbackId }
}
