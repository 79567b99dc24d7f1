import { type ClientActionFunctionArgs, data } from 'react-router'
import type { Refusal } from '../ui/forms/form-errors.ts'
import { announce } from '../ui/notices/toast-store.ts'
import { isAway } from './layout/network-error.ts'
import { failures } from './messages/layout.ts'

/**
 * Of every route with an action: when the server cannot be reached, the page stays with what was typed in it, and says
 * so as it says a refusal. An error page would take both away.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (!isAway(error)) throw error
    announce({ text: failures.away.notSaved, tone: 'danger' })
    // The status keeps the router from loading the page again, which would fail as well.
    return data({ refusal: refusalOf(form) }, { status: 503 })
  }
}

/** Secrets are left out: they still stand in their fields, and nowhere else. */
function refusalOf(form: FormData): Refusal {
  const names = [...new Set(form.keys())].filter((name) => !/password|code|secret|token/i.test(name))
  const values = names.map((name) => {
    const all = form.getAll(name).filter((value) => typeof value === 'string')
    return [name, all.length === 1 ? all[0]! : all] as const
  })
  const intent = form.get('intent')
  return {
    intent: typeof intent === 'string' ? intent : null,
    message: failures.away.notSaved,
    errors: {},
    values: Object.fromEntries(values),
  }
}
