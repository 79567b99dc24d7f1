import { type ClientActionFunctionArgs, data } from 'react-router'
import type { FormErrors } from '#server/console/handlers.ts'
import { forgetDrafts } from '../ui/forms/drafts/forget-drafts.ts'
import { reportFormRedirect } from '../ui/forms/form-redirects.ts'
import { showToast } from '../ui/notices/toast-store.ts'
import { isNetworkError } from './layout/network-error.ts'
import { errorMessages } from './messages/layout.ts'
import { discardPrefetched } from './requests/prefetch/prefetched-requests.ts'

/**
 * Every route with an action exports this. If the server can't be reached, it keeps the page and what was typed, and
 * reports the failure like a form error. An error page would discard both.
 */
export async function clientAction({ request, params, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  // What was loaded before or during the action may not show its result.
  discardPrefetched()
  try {
    const result = await serverAction()
    forgetDeleted(form, params.id, result)
    return result
  } catch (error) {
    if (error instanceof Response) {
      forgetDeleted(form, params.id, error)
      const to = error.headers.get('location')
      if (to !== null) reportFormRedirect(form, to)
    }
    if (!isNetworkError(error)) throw error
    showToast({ text: errorMessages.offline.notSaved, tone: 'danger' })
    // The error status stops the router from reloading the page's data, which would fail too.
    return data({ formErrors: offlineErrors(form) }, { status: 503 })
  } finally {
    discardPrefetched()
  }
}

/** Builds form errors from the submitted form, without secrets: those stay in their fields only. */
function offlineErrors(form: FormData): FormErrors {
  const names = [...new Set(form.keys())].filter((name) => !/password|code|secret|token/i.test(name))
  const values = names.map((name) => {
    const all = form.getAll(name).filter((value) => typeof value === 'string')
    return [name, all.length === 1 ? all[0]! : all] as const
  })
  const intent = form.get('intent')
  return {
    intent: typeof intent === 'string' ? intent : null,
    message: errorMessages.offline.notSaved,
    errors: {},
    values: Object.fromEntries(values),
  }
}

/** Forgets the drafts of what this action has deleted. */
function forgetDeleted(form: FormData, pageId: string | undefined, result: unknown): void {
  const isRejected =
    result instanceof Response
      ? result.status >= 400 || result.headers.get('location')?.includes('/sign-in')
      : typeof result === 'object' && result !== null && 'formErrors' in result
  if (isRejected) return
  const intent = form.get('intent')
  const id =
    intent === 'delete-comment' ? form.get('commentId') : intent === 'delete' ? (form.get('id') ?? pageId) : null
  if (typeof id === 'string' && id !== '') forgetDrafts(id)
}
