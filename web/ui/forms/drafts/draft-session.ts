import { listLeftSlots, type OpenSlot, openSlot, spareSlot } from './draft-slots.ts'
import { type FieldValues, readFields, readInitialFields, type StateFields } from './field-values.ts'
import { changedFields, restoreFields } from './restore-fields.ts'
import { moveDraft, pruneDrafts, readDraft, removeDraft, writeDraft } from './stored-drafts.ts'

// Long enough not to write on every key press, short enough to lose at most a word.
const saveDelayMs = 400

export interface DraftStatus {
  isRestored: boolean
  /** What closed tabs left of this form, newest first. */
  others: { slot: string; at: number }[]
}

interface DraftOptions {
  form: HTMLFormElement
  states: StateFields
  /** The fields before any input. */
  fields: FieldValues
  scope: string
  key: string
  /** The version of the record that the page shows now. */
  version: () => string | undefined
  onStatus: (status: DraftStatus) => void
  /** Called with the version that restored text is based on. */
  onRestore: (version: string | undefined) => void
}

export type DraftSession = ReturnType<typeof openDraft>

/**
 * Stores what is typed into an open form, and restores what this tab or a closed one left of it. Finding out which tabs are
 * closed takes a moment; whoever types first keeps that text, and is offered the other.
 */
export function openDraft({ form, states, fields, scope, key, version, onStatus, onRestore }: DraftOptions) {
  let initial = fields
  let submitted: FieldValues | undefined
  let base: string | undefined
  let own: OpenSlot | undefined
  let others: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTyped = false
  let isEnded = false

  const changes = () => changedFields(readFields(form, states), initial)
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const store = () => {
    cancel()
    if (!own || isEnded) return
    const changed = changes()
    base ??= version()
    if (Object.keys(changed).length === 0) removeDraft(own.slot)
    else writeDraft(own.slot, { at: Date.now(), fields: changed, version: base })
  }
  const scheduleStore = () => {
    clearTimeout(timer)
    timer = setTimeout(store, saveDelayMs)
  }
  const flush = () => {
    if (timer !== undefined) store()
  }
  const remove = () => {
    cancel()
    base = undefined
    if (own) removeDraft(own.slot)
  }
  const showStatus = (isRestored: boolean) =>
    onStatus({
      isRestored,
      others: others.flatMap((slot) => {
        const draft = readDraft(slot)
        return draft ? [{ slot, at: draft.at }] : []
      }),
    })
  const restore = () => {
    const draft = own && readDraft(own.slot)
    if (!draft) return showStatus(false)
    base = draft.version
    restoreFields(form, states, draft.fields)
    // Text that has been saved since in another way is no draft.
    const isRestored = Object.keys(changes()).some((field) => Object.hasOwn(draft.fields, field))
    if (isRestored) onRestore(base)
    else remove()
    showStatus(isRestored)
  }
  const start = async () => {
    const opened = await openSlot(scope, key)
    const left = await listLeftSlots(scope, key, opened.slot)
    if (isEnded) return opened.close()
    own = opened
    others = left
    // Controls that need script are on the page only now.
    initial = { ...readInitialFields(form, states), ...initial }
    pruneDrafts(Date.now())
    if (isTyped) {
      setAside()
      store()
      return showStatus(false)
    }
    if (readDraft(own.slot) === null && others[0] !== undefined) moveDraft(others.shift()!, own.slot)
    restore()
  }
  const setAside = () => {
    if (!own || readDraft(own.slot) === null) return
    const spare = spareSlot(scope, key)
    moveDraft(own.slot, spare)
    others = [spare, ...others]
  }
  const onLeave = () => flush()
  // A phone may end the page without another event.
  document.addEventListener('visibilitychange', onLeave)
  window.addEventListener('pagehide', onLeave)
  void start()

  return {
    save() {
      isTyped = true
      scheduleStore()
    },
    remove,
    /** Called before submitting. */
    submit() {
      flush()
      submitted = readFields(form, states)
    },
    /** Called when what was submitted has been saved. Text that was typed meanwhile stays a draft. */
    saved() {
      initial = { ...readFields(form, states), ...submitted }
      submitted = undefined
      remove()
      if (Object.keys(changes()).length > 0) scheduleStore()
      showStatus(false)
    },
    /** Called when the form was emptied after sending. */
    emptied() {
      remove()
      initial = readFields(form, states)
      submitted = undefined
      showStatus(false)
    },
    /** Sets the fields to their state without the draft. */
    discard() {
      restoreFields(form, states, initial)
      remove()
      showStatus(false)
    },
    /** Shows what another tab left; the current text takes its place in the list. */
    open(slot: string) {
      store()
      setAside()
      restoreFields(form, states, initial)
      cancel()
      others = others.filter((other) => other !== slot)
      if (own) moveDraft(slot, own.slot)
      restore()
    },
    close() {
      flush()
      isEnded = true
      own?.close()
      document.removeEventListener('visibilitychange', onLeave)
      window.removeEventListener('pagehide', onLeave)
    },
    /** Discards the draft and stores no other. */
    abandon() {
      remove()
      isEnded = true
    },
  }
}
