import { chooseMail, mailChoiceOf, type WantedMail } from '../../notifications/preferences/preferences.ts'
import { deleteSelf } from '../../customers/deletion/delete.ts'
import { ownActivity, renameSelf } from '../../customers/self/activity.ts'
import { ownData } from '../../customers/self/export-data.ts'
import { Strict, Text } from '../../platform/schemas.ts'
import { checkOf } from '../../platform/validation.ts'
import { type Answer, goTo, page } from '../http/response.ts'
import { get, type PortalRoute, post, type Sent } from '../http/route.ts'
import { endSessions, forgetSession } from '../auth/session.ts'
import type { Viewer, Visit } from '../http/context.ts'
import { deleteBody, deletedBody } from './delete-page.ts'
import { meBody } from './account-page.ts'
import { words } from '../messages/account.ts'

export const meRoutes: PortalRoute[] = [
  get('/me', {}, own(showMe)),
  post('/me', {}, own(save)),
  post('/me/sign-out-everywhere', {}, own(signOutEverywhere)),
  get('/me/data.json', {}, own(download)),
  get('/me/delete', {}, own(askToDelete)),
  post('/me/delete', {}, own(deleteMe)),
  get('/me/deleted', { isOpen: true }, async (visit) => page({ title: words.deletedTitle, body: deletedBody(visit) })),
]

type OwnHandler = (visit: Visit, viewer: Viewer, sent: Sent) => Promise<Answer>

/** Of who is signed in; others are asked to. */
function own(handle: OwnHandler) {
  return async (visit: Visit, sent: Sent = { form: new FormData(), json: undefined }): Promise<Answer> =>
    visit.viewer === null
      ? goTo(visit, `/sign-in?${new URLSearchParams({ next: '/me' })}`)
      : handle(visit, visit.viewer, sent)
}

async function showMe(visit: Visit, viewer: Viewer): Promise<Answer> {
  return mePage(visit, viewer, viewer.name ?? '')
}

async function mePage(visit: Visit, viewer: Viewer, name: string, nameFault: string | null = null): Promise<Answer> {
  const { scope, query } = visit
  const [activity, mail] = await Promise.all([
    ownActivity(scope, viewer.customerId),
    mailChoiceOf(scope, viewer.customerId),
  ])
  const isSaved = nameFault === null && query.get('saved') !== null
  return page({
    status: nameFault === null ? 200 : 400,
    title: words.title,
    body: meBody(visit, { viewer, activity, mail, name, nameFault, isSaved }),
  })
}

const checkName = checkOf(Strict({ name: Text({ max: 200 }) }), '')

async function save(visit: Visit, viewer: Viewer, { form }: Sent): Promise<Answer> {
  const sent = { name: String(form.get('name') ?? '') }
  if (checkName(sent).length > 0) return mePage(visit, viewer, sent.name, words.nameLong)
  const { customerId } = viewer
  await visit.write(async (tx) => {
    await renameSelf(tx, customerId, sent.name)
    if (form.get('mail') === null) return
    const { isOff } = await mailChoiceOf(tx, customerId)
    await chooseMail(tx, customerId, wantedMail(form, isOff))
  })
  return goTo(visit, '/me?saved')
}

/** Mail that was refused begins again only for who asks for it: saving a name does not. */
function wantedMail(form: FormData, wasOff: boolean): WantedMail {
  const isOn = (name: string) => form.get(name) !== null
  const off = isOn('off')
  const isChanged = off !== wasOff || (!off && isOn('retry'))
  return {
    changelog: isOn('changelog'),
    replies: isOn('replies'),
    stages: isOn('stages'),
    ...(isChanged && { off }),
  }
}

async function signOutEverywhere(visit: Visit, { customerId }: Viewer): Promise<Answer> {
  await visit.write((tx) => endSessions(tx, customerId))
  return { ...goTo(visit, '/'), headers: { 'set-cookie': forgetSession(visit) } }
}

async function download({ scope, workspace }: Visit, { customerId }: Viewer): Promise<Answer> {
  const kept = await ownData(scope, customerId)
  return {
    kind: 'text',
    type: 'application/json',
    body: `${JSON.stringify(kept, null, 2)}\n`,
    isShared: false,
    headers: { 'content-disposition': `attachment; filename="${workspace.slug}-my-data.json"` },
  }
}

async function askToDelete(visit: Visit): Promise<Answer> {
  return page({ title: words.deleteTitle, body: deleteBody(visit) })
}

async function deleteMe(visit: Visit, { customerId }: Viewer, { form }: Sent): Promise<Answer> {
  const withRequests = form.get('written') !== null
  await visit.write((tx) => deleteSelf(tx, customerId, { withRequests }))
  return { ...goTo(visit, '/me/deleted'), headers: { 'set-cookie': forgetSession(visit) } }
}
