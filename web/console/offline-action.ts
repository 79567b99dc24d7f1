import { type ClientActionFunctionArgs, data } from 'react-router'
import type { FormErrors } from '../ui/forms/form-errors.ts'
import { showToast } from '../ui/notices/toast-store.ts'
import { isNetworkError } from './layout/network-error.ts'
import { errorMessages } from './messages/layout.ts'

/**
 * Of every route with an action: when the server cannot be reached, the page stays with what was typed in it, and says
 * so as it says a refusal. An error page would take both away.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (!isNetworkError(error)) throw error
    showToast({ text: errorMessages.away.notSaved, tone: 'danger' })
    // The status keeps the router from loading the page again, which would fail as well.
    return data({ refusal: offlineErrors(form) }, { status: 503 })
  }
}

/** Secrets are left out: they still stand in their fields, and nowhere else. */
function offlineErrors(form: FormData): FormErrors {
  const names = [...new Set(form.keys())].filter((name) => !/password|code|secret|token/i.test(name))
  const values = names.map((name) => {
    const all = form.getAll(name).filter((value) => typeof value === 'string')
    return [name, all.length === 1 ? all[0]! : all] as const
  })
  const intent = form.get('intent')
  return {
    intent: typeof intent === 'string' ? intent : null,
    message: errorMessages.away.notSaved,
    errors: {},
    values: Object.fromEntries(values),
  }
}
