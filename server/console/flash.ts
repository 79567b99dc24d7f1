import { redirect } from 'react-router'
import { readCookie } from '../platform/http/request/cookies.ts'
import { safeRedirectPath } from '../platform/http/request/redirect-path.ts'
import { OneOf, Strict, Type } from '../platform/schemas.ts'
import { createValidator } from '../platform/validation.ts'
import { serializeConsoleCookie } from './cookies.ts'

/** A message about the last action, shown once by the next page. */
export interface Flash {
  text: string
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** A form that undoes the action. */
  undo?: { action: string; intent: string; fields: Record<string, string> }
  /** Another form, with the text of its button. */
  secondary?: { action: string; intent: string; fields: Record<string, string>; text: string }
}

const name = 'heed_flash'
// The next page loads at once; a message that no page has shown by then is stale.
const maxAgeSeconds = 30
// Browsers store cookies of at most 4,096 bytes.
const maxCookieBytes = 3_500

/** Redirects to a page of the console (a path without `/console`), which shows the message. */
export function redirectWithFlash(to: string, text: string, options: Omit<Flash, 'text'> = {}): Response {
  const complete = JSON.stringify({ text, ...options })
  const value =
    encodeURIComponent(complete).length <= maxCookieBytes ? complete : JSON.stringify({ text, tone: options.tone })
  return redirect(to, { status: 303, headers: { 'set-cookie': serializeConsoleCookie(name, value, maxAgeSeconds) } })
}

/**
 * Reads the message to show, and the Set-Cookie header that clears it. A site on a neighboring domain may have set the
 * cookie, so the message is shown as plain text and its undo form can only target the console.
 */
export function takeFlash(headers: Headers): { flash: Flash | null; clearCookie: string | null } {
  const value = readCookie(headers, name)
  if (value === null) return { flash: null, clearCookie: null }
  return { flash: parseFlash(value), clearCookie: serializeConsoleCookie(name, '', 0) }
}

const isFlash = createValidator(
  Strict({
    text: Type.String(),
    tone: Type.Optional(OneOf(['info', 'success', 'warning', 'danger'])),
    undo: Type.Optional(
      Strict({ action: Type.String(), intent: Type.String(), fields: Type.Record(Type.String(), Type.String()) }),
    ),
    secondary: Type.Optional(
      Strict({
        action: Type.String(),
        intent: Type.String(),
        fields: Type.Record(Type.String(), Type.String()),
        text: Type.String(),
      }),
    ),
  }),
  '',
)

function parseFlash(value: string): Flash | null {
  try {
    const flash: Flash = JSON.parse(value)
    if (isFlash(flash).length > 0) return null
    const isInConsole = (form?: { action: string }) =>
      form === undefined || safeRedirectPath(form.action) === form.action
    return isInConsole(flash.undo) && isInConsole(flash.secondary) ? flash : null
  } catch {
    // The cookie was cut off or edited. A lost notice does not justify an error page.
    return null
  }
}
