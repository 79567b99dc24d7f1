import { deleteSelf } from '../../customers/deletion/delete.ts'
import { getOwnActivity, renameSelf } from '../../customers/self/activity.ts'
import { exportOwnData } from '../../customers/self/export-data.ts'
import {
  getPreferences,
  type PreferencesUpdate,
  updatePreferences,
} from '../../notifications/preferences/preferences.ts'
import { Strict, Text } from '../../platform/schemas.ts'
import { compileValidator } from '../../platform/validation.ts'
import { clearSessionCookieHeader, endAllCustomerSessions } from '../auth/session.ts'
import type { PortalContext, Viewer } from '../http/context.ts'
import { type PortalResponse, pageResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { accountMessages } from '../messages/account.ts'
import { renderAccount } from './account-page.ts'
import { renderAccountDeleted, renderDeleteConfirmation } from './delete-page.ts'

export const accountRoutes: PortalRoute[] = [
  get('/me', {}, requireViewer(showAccount)),
  post('/me', {}, requireViewer(save)),
  post('/me/sign-out-everywhere', {}, requireViewer(signOutEverywhere)),
  get('/me/data.json', {}, requireViewer(download)),
  get('/me/delete', {}, requireViewer(confirmDeletion)),
  post('/me/delete', {}, requireViewer(deleteAccount)),
  get('/me/deleted', { isSignInOptional: true }, async (visit) =>
    pageResponse({ title: accountMessages.deletedTitle, body: renderAccountDeleted(visit) }),
  ),
]

type ViewerHandler = (visit: PortalContext, viewer: Viewer, sent: RequestBody) => Promise<PortalResponse>

/** Of who is signed in; others are asked to. */
function requireViewer(handle: ViewerHandler) {
  return async (
    visit: PortalContext,
    sent: RequestBody = { form: new FormData(), json: undefined },
  ): Promise<PortalResponse> =>
    visit.viewer === null
      ? redirectTo(visit, `/sign-in?${new URLSearchParams({ next: '/me' })}`)
      : handle(visit, visit.viewer, sent)
}

async function showAccount(visit: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  return accountPage(visit, viewer, viewer.name ?? '')
}

async function accountPage(
  visit: PortalContext,
  viewer: Viewer,
  name: string,
  nameFault: string | null = null,
): Promise<PortalResponse> {
  const { scope, query } = visit
  const [activity, mail] = await Promise.all([
    getOwnActivity(scope, viewer.customerId),
    getPreferences(scope, viewer.customerId),
  ])
  const isSaved = nameFault === null && query.get('saved') !== null
  return pageResponse({
    status: nameFault === null ? 200 : 400,
    title: accountMessages.title,
    body: renderAccount(visit, { viewer, activity, mail, name, nameError: nameFault, isSaved }),
  })
}

const checkName = compileValidator(Strict({ name: Text({ max: 200 }) }), '')

async function save(visit: PortalContext, viewer: Viewer, { form }: RequestBody): Promise<PortalResponse> {
  const sent = { name: String(form.get('name') ?? '') }
  if (checkName(sent).length > 0) return accountPage(visit, viewer, sent.name, accountMessages.nameLong)
  const { customerId } = viewer
  await visit.write(async (tx) => {
    await renameSelf(tx, customerId, sent.name)
    if (form.get('mail') === null) return
    const { isOptedOut } = await getPreferences(tx, customerId)
    await updatePreferences(tx, customerId, readMailChoice(form, isOptedOut))
  })
  return redirectTo(visit, '/me?saved')
}

/** Mail that was refused begins again only for who asks for it: saving a name does not. */
function readMailChoice(form: FormData, wasOff: boolean): PreferencesUpdate {
  const isOn = (name: string) => form.get(name) !== null
  const off = isOn('off')
  const isChanged = off !== wasOff || (!off && isOn('retry'))
  return {
    changelog: isOn('changelog'),
    replies: isOn('replies'),
    stages: isOn('stages'),
    ...(isChanged && { optOut: off }),
  }
}

async function signOutEverywhere(visit: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  await visit.write((tx) => endAllCustomerSessions(tx, customerId))
  return { ...redirectTo(visit, '/'), headers: { 'set-cookie': clearSessionCookieHeader(visit) } }
}

async function download({ scope, workspace }: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  const kept = await exportOwnData(scope, customerId)
  return {
    kind: 'text',
    type: 'application/json',
    body: `${JSON.stringify(kept, null, 2)}\n`,
    isCacheable: false,
    headers: { 'content-disposition': `attachment; filename="${workspace.slug}-my-data.json"` },
  }
}

async function confirmDeletion(visit: PortalContext): Promise<PortalResponse> {
  return pageResponse({ title: accountMessages.deleteTitle, body: renderDeleteConfirmation(visit) })
}

async function deleteAccount(
  visit: PortalContext,
  { customerId }: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const withRequests = form.get('written') !== null
  await visit.write((tx) => deleteSelf(tx, customerId, { withRequests }))
  return { ...redirectTo(visit, '/me/deleted'), headers: { 'set-cookie': clearSessionCookieHeader(visit) } }
}
