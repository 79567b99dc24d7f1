import { deleteSelf } from '../../customers/deletion/delete.ts'
import { getOwnActivity } from '../../customers/self/activity.ts'
import { exportOwnData } from '../../customers/self/export-data.ts'
import { renameSelf } from '../../customers/self/rename.ts'
import {
  getPreferences,
  type PreferencesUpdate,
  updatePreferences,
} from '../../notifications/preferences/preferences.ts'
import type { Html } from '../../platform/formats/html.ts'
import { Strict, Text } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createValidator } from '../../platform/validation.ts'
import { clearSessionCookieHeader, endAllCustomerSessions, type Viewer } from '../auth/session.ts'
import { portalEvidence } from '../http/consent-evidence.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidMessage } from '../http/form-errors.ts'
import { type PortalResponse, pageResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { accountMessages } from '../messages/account.ts'
import {
  type AccountTab,
  accountTabPaths,
  mailKindTexts,
  optOutTexts,
  renderAccount,
  renderActivity,
  renderData,
  renderProfile,
} from './account-page.ts'
import { renderAccountDeleted, renderDeleteConfirmation } from './delete-page.ts'

export const accountRoutes: PortalRoute[] = [
  get('/me', {}, requireViewer(showActivity)),
  get('/me/profile', {}, requireViewer(showProfile)),
  post('/me/profile', {}, requireViewer(save)),
  get('/me/data', {}, requireViewer(showData)),
  post('/me/sign-out-everywhere', {}, requireViewer(signOutEverywhere)),
  get('/me/data.json', {}, requireViewer(download)),
  get('/me/delete', {}, requireViewer(confirmDeletion)),
  post('/me/delete', {}, requireViewer(deleteAccount)),
  get('/me/deleted', { isSignInOptional: true }, async (context) =>
    pageResponse({ title: accountMessages.deletedTitle, body: renderAccountDeleted(context) }),
  ),
]

// Keeps personal data out of the browser's cache, which the next person at a shared computer can read.
const unstored = { 'cache-control': 'private, no-store' }

type ViewerHandler = (context: PortalContext, viewer: Viewer, body: RequestBody) => Promise<PortalResponse>

/** Wraps a handler that needs a viewer; redirects signed-out visitors to sign in. */
function requireViewer(handle: ViewerHandler) {
  return async (
    context: PortalContext,
    body: RequestBody = { form: new FormData(), json: undefined },
  ): Promise<PortalResponse> =>
    context.viewer === null
      ? redirectTo(context, `/sign-in?${new URLSearchParams({ next: tabPathOf(context) })}`)
      : handle(context, context.viewer, body)
}

/** Returns the requested tab; the first tab for other account paths. */
const tabPathOf = ({ path }: PortalContext): string =>
  Object.values<string>(accountTabPaths).includes(path) ? path : accountTabPaths.activity

const tabResponse = (context: PortalContext, tab: AccountTab, body: Html, status = 200): PortalResponse => ({
  ...pageResponse({ status, title: accountMessages.title, body: renderAccount(context, tab, body) }),
  headers: unstored,
})

async function showActivity(context: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  return tabResponse(context, 'activity', renderActivity(context, await getOwnActivity(context.scope, customerId)))
}

async function showData(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  return tabResponse(context, 'data', renderData(context, viewer))
}

async function showProfile(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  return profileTab(context, viewer, viewer.name ?? '')
}

async function profileTab(
  context: PortalContext,
  viewer: Viewer,
  name: string,
  nameError: string | null = null,
): Promise<PortalResponse> {
  const mail = await getPreferences(context.scope, viewer.customerId)
  const isSaved = nameError === null && context.query.get('saved') !== null
  const body = renderProfile(context, { viewer, mail, name, nameError, isSaved })
  return tabResponse(context, 'profile', body, nameError === null ? 200 : 400)
}

const checkName = createValidator(Strict({ name: Text({ max: 200 }) }), '')

async function save(context: PortalContext, viewer: Viewer, { form }: RequestBody): Promise<PortalResponse> {
  // Validation trims the name in place.
  const input = { name: String(form.get('name') ?? '') }
  if (checkName(input).length > 0) return profileTab(context, viewer, input.name, accountMessages.nameTooLong)
  try {
    await context.write((tx) => saveSettings(tx, context, viewer.customerId, { name: input.name, form }))
  } catch (error) {
    const nameError = invalidMessage(error, 'name')
    if (nameError === null) throw error
    return profileTab(context, viewer, input.name, nameError)
  }
  return redirectTo(context, `${accountTabPaths.profile}?saved`)
}

async function saveSettings(
  tx: WriteScope,
  context: PortalContext,
  customerId: string,
  { name, form }: { name: string; form: FormData },
): Promise<void> {
  await renameSelf(tx, customerId, name, { isConfirmed: form.get('public') !== null })
  if (form.get('mail') === null) return
  const { isOptedOut } = await getPreferences(tx, customerId)
  const choice = readMailChoice(form, isOptedOut)
  await updatePreferences(tx, customerId, choice, portalEvidence(context, 'my-page', wordingOf(context, choice)))
}

/** Returns the text next to the control that decided about announcements. */
function wordingOf({ workspace }: PortalContext, { optOut }: PreferencesUpdate): string {
  const { label, help } = optOut ? optOutTexts : mailKindTexts('changelog', workspace.name)
  return `${label}\n${help}`
}

/** Reads the preferences. Mail that bounced resumes only if the customer asks for it, not when they save a name. */
function readMailChoice(form: FormData, wasOptedOut: boolean): PreferencesUpdate {
  const isOn = (name: string) => form.get(name) !== null
  const optOut = isOn('off')
  const isChanged = optOut !== wasOptedOut || (!optOut && isOn('retry'))
  return {
    changelog: isOn('changelog'),
    replies: isOn('replies'),
    stages: isOn('stages'),
    ...(isChanged && { optOut }),
  }
}

async function signOutEverywhere(context: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  await context.write((tx) => endAllCustomerSessions(tx, customerId))
  return { ...redirectTo(context, '/'), headers: { 'set-cookie': clearSessionCookieHeader(context) } }
}

async function download({ scope, workspace }: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  const data = await exportOwnData(scope, customerId)
  return {
    kind: 'text',
    type: 'application/json',
    body: `${JSON.stringify(data, null, 2)}\n`,
    isCacheable: false,
    headers: { ...unstored, 'content-disposition': `attachment; filename="${workspace.slug}-my-data.json"` },
  }
}

async function confirmDeletion(context: PortalContext): Promise<PortalResponse> {
  return pageResponse({ title: accountMessages.deleteTitle, body: renderDeleteConfirmation(context) })
}

async function deleteAccount(
  context: PortalContext,
  { customerId }: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const withRequests = form.get('written') !== null
  await context.write((tx) => deleteSelf(tx, customerId, { withRequests }))
  return { ...redirectTo(context, '/me/deleted'), headers: { 'set-cookie': clearSessionCookieHeader(context) } }
}
