import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { messages } from './messages.ts'

/**
 * Adds a proof of work to a form when the visitor's network is near its limit. Without one, what they write waits for
 * review, so a failure here never keeps a form from being sent.
 */
export function proveWorkOnSubmit(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const action = form.dataset.proof
    if (!action || form.elements.namedItem('proof')) return
    event.preventDefault()
    void submitWithProof(form, action, event.submitter)
  })
}

async function submitWithProof(form: HTMLFormElement, action: string, submitter: HTMLElement | null): Promise<void> {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'proof'
  // Also tells a second press that the form is on its way.
  form.append(field)
  field.value = (await proveWork(form.action, action, () => form.setAttribute('aria-busy', 'true'))) ?? ''
  form.removeAttribute('aria-busy')
  form.requestSubmit(submitter)
  // The visitor may come back to the page and send the form again.
  setTimeout(() => field.remove())
}

// Far longer than a slow phone needs; the form is then sent without a proof.
const timeoutMs = 30_000

/**
 * Asks the portal for a challenge and solves it, without blocking the page.
 * @param address of a form or an endpoint of the portal
 * @returns null if none is needed, or if it could not be solved
 */
export async function proveWork(address: string, action: string, onStart?: () => void): Promise<string | null> {
  try {
    const url = `${address.replace(/\/(requests|changelog)\/.*$/, '')}/challenge?for=${action}`
    const { challenge } = (await (await fetch(url)).json()) as { challenge: Challenge | null }
    // Browsers offer `crypto.subtle` on secure pages only.
    if (challenge === null || !crypto.subtle) return null
    onStart?.()
    announce()
    const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
    return solution && btoa(JSON.stringify({ challenge, solution }))
  } catch {
    return null
  }
}

/** Tells screen readers, and the page, that the browser is working. */
function announce(): void {
  const note = document.createElement('p')
  note.role = 'status'
  note.className = 'working'
  note.textContent = messages.checking
  document.body.append(note)
  setTimeout(() => note.remove(), timeoutMs / 10)
}
