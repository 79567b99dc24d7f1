import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { listSlots, readDraft, slotOf } from './stored-drafts.ts'

/**
 * Each tab stores its drafts in slots of its own. While a form is open, its tab holds a Web Lock named like the slot, which
 * the browser releases even when the tab crashes. So a draft whose lock is free was left behind.
 */
export interface OpenSlot {
  slot: string
  close: () => void
}

const tabKey = 'heed:tab'
// A page that was just reloaded releases its locks within milliseconds. A duplicate of a tab, which has its id too,
// never does.
const reloadMs = 500
// Without locks, which browsers offer on HTTPS and localhost only, a tab may still be open until it has been idle for this long.
const idleMs = 60 * 60 * 1000

// Where the session storage is blocked, reloading the page begins a new tab.
let tab = ''

export async function openSlot(scope: string, key: string): Promise<OpenSlot> {
  tab = readStored(tabKey, 'sessionStorage') ?? (tab || beginTab())
  const slot = slotOf(scope, tab, key)
  const close = await lock(slot)
  if (close) return { slot, close }
  beginTab()
  return openSlot(scope, key)
}

/** Lists what other tabs left of this form, newest first. */
export async function listLeftSlots(scope: string, key: string, own: string): Promise<string[]> {
  const live = await liveSlots()
  return listSlots(scope, key)
    .filter((slot) => slot !== own && !live(slot))
    .sort((a, b) => readDraft(b)!.at - readDraft(a)!.at)
}

/** Returns which slots belong to forms that are open. */
async function liveSlots(): Promise<(slot: string) => boolean> {
  if (!navigator.locks) return (slot) => Date.now() - (readDraft(slot)?.at ?? 0) < idleMs
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}))
  const names = new Set(held.map(({ name }) => name))
  return (slot) => names.has(slot)
}

/** A slot of no tab, for a draft that is put aside. */
export const spareSlot = (scope: string, key: string): string => slotOf(scope, newTabId(), key)

function beginTab(): string {
  tab = newTabId()
  writeStored(tabKey, tab, 'sessionStorage')
  return tab
}

// `crypto.randomUUID` needs HTTPS.
const newTabId = (): string => [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join('')

/** Holds a lock until the returned function is called. Returns null if another tab holds it. */
function lock(name: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    const hold = () => new Promise<void>((release) => resolve(release))
    navigator.locks.request(name, { signal: AbortSignal.timeout(reloadMs) }, hold).catch(
      // Where locks are blocked like the storage, there is nothing to protect.
      (error: DOMException) => resolve(error.name === 'TimeoutError' ? null : () => {}),
    )
  })
}
