import { redirect } from 'react-router'
import { readCookie } from '../platform/http/request/cookies.ts'
import { safeRedirectPath } from '../platform/http/request/redirect-path.ts'
import { OneOf, Strict, Type } from '../platform/schemas.ts'
import { compileValidator } from '../platform/validation.ts'
import { serializeConsoleCookie } from './cookies.ts'

/** A sentence about what was just done, shown by the page that comes next, once. */
export interface Flash {
  text: string
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** A form that takes it back. */
  undo?: { action: string; intent: string; fields: Record<string, string> }
}

const name = 'heed_flash'
// The next page comes at once; a sentence that nobody fetched is stale soon.
const maxAgeSeconds = 30
// Browsers keep cookies of 4,096 bytes.
const maxCookieBytes = 3_500

/** Leads to another page (of the console, without `/console`), which says what was done. */
export function redirectWithFlash(to: string, text: string, more: Omit<Flash, 'text'> = {}): Response {
  const whole = JSON.stringify({ text, ...more })
  const value = encodeURIComponent(whole).length <= maxCookieBytes ? whole : JSON.stringify({ text, tone: more.tone })
  return redirect(to, { status: 303, headers: { 'set-cookie': serializeConsoleCookie(name, value, maxAgeSeconds) } })
}

/**
 * What is to be said now, and the header that forgets it. The cookie may be a stranger's, who has a page on a
 * neighbouring domain: it is shown as text, and what it would undo stays inside the console.
 */
export function takeFlash(headers: Headers): { flash: Flash | null; forget: string | null } {
  const value = readCookie(headers, name)
  if (value === null) return { flash: null, forget: null }
  return { flash: parseFlash(value), forget: serializeConsoleCookie(name, '', 0) }
}

const isFlash = compileValidator(
  Strict({
    text: Type.String(),
    tone: Type.Optional(OneOf(['info', 'success', 'warning', 'danger'])),
    undo: Type.Optional(
      Strict({ action: Type.String(), intent: Type.String(), fields: Type.Record(Type.String(), Type.String()) }),
    ),
  }),
  '',
)

function parseFlash(value: string): Flash | null {
  try {
    const flash: Flash = JSON.parse(value)
    if (isFlash(flash).length > 0) return null
    const { undo } = flash
    return undo !== undefined && safeRedirectPath(undo.action) !== undo.action ? null : flash
  } catch {
    return null
  }
}
