import { formErrorsFor } from '../../../ui/forms/form-errors.ts'
import { showToast, type Toast } from '../../../ui/notices/toast-store.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { restoreNote } from './move-mail.tsx'

/** Sends a move, and reports in a toast what the board itself does not show: an error, or an item made public. */
export async function showMoveToast(form: FormData, send: () => Promise<unknown>): Promise<unknown> {
  const title = String(form.get('title') ?? '')
  const fail = (text: string) => {
    showToast({ text, tone: 'danger' })
    restoreNote(String(form.get('note') ?? ''))
  }
  try {
    const result = await send()
    const reason = errorIn(result)
    if (reason !== null) fail(messages.moveRefused({ title, reason }))
    const flash = flashIn(result)
    if (flash) showToast(flash)
    if (reason === null && form.has('publishes')) showToast({ text: messages.nowPublic({ title }), tone: 'info' })
    return result
  } catch (error) {
    // A redirect to the sign-in page, if the session has ended.
    if (error instanceof Response) throw error
    fail(messages.moveFailed({ title }))
    return null
  }
}

const flashIn = (result: unknown): Toast | undefined =>
  typeof result === 'object' && result !== null && 'flash' in result ? (result.flash as Toast) : undefined

function errorIn(result: unknown): string | null {
  const formErrors = formErrorsFor(result, 'move')
  return formErrors ? [formErrors.message, ...Object.values(formErrors.errors)].filter(Boolean).join(' ') : null
}
