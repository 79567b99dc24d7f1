import { showToast } from '../../../ui/notices/toast-store.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'

/** Sends a move and says what became of it where the board alone does not show it. */
export async function showMoveToast(form: FormData, send: () => Promise<unknown>): Promise<unknown> {
  const title = String(form.get('title') ?? '')
  try {
    const answer = await send()
    const reason = refusalIn(answer)
    if (reason !== null) showToast({ text: messages.moveRefused({ title, reason }), tone: 'danger' })
    else if (form.has('publishes')) showToast({ text: messages.nowPublic({ title }), tone: 'info' })
    return answer
  } catch (error) {
    // To the sign-in page, when the session has ended meanwhile.
    if (error instanceof Response) throw error
    showToast({ text: messages.moveFailed({ title }), tone: 'danger' })
    return null
  }
}

interface Refused {
  refusal?: { message: string | null; errors: Record<string, string> }
}

function refusalIn(answer: unknown): string | null {
  const refusal = (answer as Refused | null)?.refusal
  return refusal ? [refusal.message, ...Object.values(refusal.errors)].filter(Boolean).join(' ') : null
}
