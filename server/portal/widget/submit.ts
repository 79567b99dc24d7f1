import { createHash } from 'node:crypto'
import { type RequestContact, requestContactConfirmation } from '../../customers/contact/contact.ts'
import { submitFeedback } from '../../feedback/public/submit.ts'
import { FeedbackCreate } from '../../feedback/schema.ts'
import { updatePreferences } from '../../notifications/preferences/preferences.ts'
import { claimIdempotencyKey, storeResponse, validateIdempotencyKey } from '../../platform/http/api/idempotency.ts'
import type { ProblemDetail } from '../../platform/problems.ts'
import { Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { PortalContext } from '../http/context.ts'
import { countAction, isSuspect, proofHeader } from '../http/participate.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { requireAllowedOrigin, requireReadAccess, requireWidgetToken } from './access.ts'
import { updatesWording, widgetEvidence } from './consent.ts'
import { jsonBodyParser } from './json-body.ts'

const { title, description, boardId, sourceUrl } = FeedbackCreate.properties
const email = Type.Optional(Type.String({ 'x-text': true, format: 'email', maxLength: 254 }))

const parseSubmission = jsonBodyParser(
  Strict({ title, description, boardId, pageUrl: sourceUrl, email, updates: Type.Optional(Type.Boolean()) }),
)

/**
 * Submits a request from one of the workspace's own pages, as the session's customer or anonymously. The email address
 * of an anonymous visitor proves nothing until its owner confirms it. With an `Idempotency-Key`, a retry submits
 * nothing new.
 */
export async function postSubmission(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const { deps, viewer, workspace } = context
  requireAllowedOrigin(context)
  requireWidgetToken(context)
  requireReadAccess(context)
  const customerId = viewer?.customerId ?? null
  const key = context.header('idempotency-key')
  const problems = [...(key === null ? [] : validateIdempotencyKey(key)), ...contactProblems(context, body)]
  const { pageUrl, email, updates, ...request } = parseSubmission(context, body, problems)
  // Without a changelog, the widget shows no checkbox.
  const wantsUpdates = updates === true && workspace.sections.changelog
  await countAction(context, 'request', customerId)
  const options = { isSuspect: await isSuspect(context, 'request', context.header(proofHeader)) }
  const mailed = email === undefined ? null : await mayConfirm(context, email, options.isSuspect)
  const participant = customerId === null ? null : { customerId, caps: deps.settings.trackedCustomerCaps }
  const claim =
    key === null ? null : { operation: `POST /submissions ${customerId ?? anonymousClientKey(context, body)}`, key }

  return context.write(async (tx) => {
    const stored = claim && (await claimIdempotencyKey(tx, claim))
    if (stored)
      return { ...jsonResponse(JSON.parse(stored.body), stored.status), headers: { 'idempotency-replayed': 'true' } }
    const submitted = await submitFeedback(tx, { ...request, sourceUrl: pageUrl }, participant, options)
    if (mailed) await requestConfirmation(context, tx, { feedbackId: submitted.id, email: email! }, wantsUpdates)
    if (customerId !== null && wantsUpdates) await subscribe(context, tx, customerId)
    const status = submitted.isNew ? 201 : 200
    const confirmation = mailed === null ? {} : { confirmation: mailed ? 'sent' : 'limited' }
    const result = { data: { id: submitted.id, status: submitted.isPublic ? 'approved' : 'pending', ...confirmation } }
    if (claim) storeResponse(tx, claim, { status, body: JSON.stringify(result) })
    return jsonResponse(result, status)
  })
}

/** Rejects an address with a session, whose customer already has one, and a selected checkbox without an address. */
function contactProblems({ viewer }: PortalContext, { json }: RequestBody): ProblemDetail[] {
  const { email, updates } = (json ?? {}) as { email?: unknown; updates?: unknown }
  if (viewer !== null) return email === undefined ? [] : [{ path: '/email', message: 'must be absent with a session' }]
  return updates === true && email === undefined ? [{ path: '/email', message: 'is required for updates' }] : []
}

/** Whether the confirmation may be sent: within the limits, and not for a script that floods the form. */
const mayConfirm = ({ deps, clientAddress }: PortalContext, email: string, isSuspect: boolean): Promise<boolean> =>
  isSuspect ? Promise.resolve(false) : deps.contactLimits.consume(email, clientAddress)

async function requestConfirmation(
  { deps, workspace, origin }: PortalContext,
  tx: WriteScope,
  contact: Pick<RequestContact, 'feedbackId' | 'email'>,
  wantsUpdates: boolean,
): Promise<void> {
  const updates = wantsUpdates ? { host: new URL(origin!).host, wording: updatesWording(workspace) } : null
  await requestContactConfirmation(tx, deps.secretKey, { ...contact, updates })
}

/**
 * Subscribes a customer who selected the checkbox. The product vouches for their address, so it needs no confirmation.
 */
async function subscribe({ workspace, origin }: PortalContext, tx: WriteScope, customerId: string): Promise<void> {
  const evidence = widgetEvidence(new URL(origin!).host, updatesWording(workspace))
  await updatePreferences(tx, customerId, { changelog: true, isRequest: true }, evidence)
}

/**
 * Returns what an anonymous visitor's idempotency key is scoped to: this body from this origin. Anonymous visitors
 * cannot be told apart, and two of them who use the same key must not get each other's response.
 */
const anonymousClientKey = ({ origin }: PortalContext, { json }: RequestBody): string =>
  `anonymous ${createHash('sha256')
    .update(`${origin} ${JSON.stringify(json)}`)
    .digest('base64url')}`
