import { redirect } from 'react-router'
import { cookie, setCookie } from './cookies.ts'

/** A sentence about what was just done, shown by the page that comes next, once. */
export interface Flash {
  text: string
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** A form that takes it back. */
  undo?: { action: string; intent: string; fields: Record<string, string> }
}

const name = 'heed_done'
// The next page comes at once; a sentence that nobody fetched is stale soon.
const maxAgeSeconds = 30
// Browsers keep cookies of 4,096 bytes.
const mostBytes = 3_500

/** Leads to another page (of the console, without `/console`), which says what was done. */
export function done(to: string, text: string, more: Omit<Flash, 'text'> = {}): Response {
  const whole = JSON.stringify({ text, ...more })
  const value = encodeURIComponent(whole).length <= mostBytes ? whole : JSON.stringify({ text, tone: more.tone })
  return redirect(to, { status: 303, headers: { 'set-cookie': setCookie(name, value, maxAgeSeconds) } })
}

/** What is to be said now, and the header that forgets it. The cookie is the reader's own: it is shown as text only. */
export function takeFlash(headers: Headers): { flash: Flash | null; forget: string | null } {
  const value = cookie(headers, name)
  if (value === null) return { flash: null, forget: null }
  return { flash: parsed(value), forget: setCookie(name, '', 0) }
}

function parsed(value: string): Flash | null {
  try {
    const flash = JSON.parse(value)
    return typeof flash?.text === 'string' ? flash : null
  } catch {
    return null
  }
}
