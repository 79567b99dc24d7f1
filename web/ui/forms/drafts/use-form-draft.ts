import { type RefObject, use, useEffect, useMemo, useRef, useState } from 'react'
import { listStoredKeys } from '../../lib/browser-storage.ts'
import { DraftScopeContext } from './draft-context.ts'
import type { DraftNotice } from './draft-notice.tsx'
import type { DraftSession, DraftStatus } from './draft-session.ts'
import { readInitialFields, type StateFields } from './field-values.ts'

export interface DraftOptions {
  /** Stores a draft in the browser until the form is sent. Unique per edited record: `entry:<id>`. */
  draftKey?: string
  /** The version of the record that the form edits, stored with the draft. */
  draftVersion?: string
  /** Called with the version that a restored draft is based on. */
  onDraftRestored?: (version: string | undefined) => void
  /** Replaces the form with one without the draft, where resetting its fields isn’t enough. */
  onDraftDiscarded?: () => void
}

const noDraft: DraftStatus = { isRestored: false, others: [] }

/** Stores what is typed into a form in the browser until it is sent, and restores it. Never stores secrets. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, options: DraftOptions) {
  const { draftKey: key } = options
  const scope = use(DraftScopeContext)
  const [status, setStatus] = useState<DraftStatus>(noDraft)
  const [Notice, setNotice] = useState<typeof DraftNotice | null>(null)
  const states = useMemo<StateFields>(() => new Map(), [])
  const session = useRef<DraftSession>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const element = form.current
    if (key === undefined || scope === undefined || !element) return
    const fields = readInitialFields(element, states)
    let isTyped = false
    let isLoading = false
    const leave = new AbortController()
    const open = async () => {
      const [{ openDraft }, { DraftNotice }] = await Promise.all([
        import('./draft-session.ts'),
        import('./draft-notice.tsx'),
      ])
      if (leave.signal.aborted) return
      setNotice(() => DraftNotice)
      session.current = openDraft({
        form: element,
        states,
        fields,
        scope,
        key,
        version: () => latest.current.draftVersion,
        onStatus: setStatus,
        onRestore: (version) => latest.current.onDraftRestored?.(version),
      })
      if (isTyped) session.current.save()
    }
    // Loads the rest when there may be a draft or the form is about to be used; without a connection, tries again.
    const load = () => {
      if (isLoading) return
      isLoading = true
      open().catch(() => {
        isLoading = false
      })
    }
    element.addEventListener('focusin', load, leave)
    const onInput = () => {
      isTyped = true
      load()
    }
    element.addEventListener('input', onInput, leave)
    if (element.contains(document.activeElement) || listStoredKeys().some((name) => name.startsWith('heed:draft')))
      load()
    return () => {
      leave.abort()
      session.current?.close()
      session.current = undefined
    }
  }, [form, states, scope, key])
  const actions = useMemo(
    () => ({
      save: () => session.current?.save(),
      submit: () => session.current?.submit(),
      saved: () => session.current?.saved(),
      emptied: () => session.current?.emptied(),
      remove: () => session.current?.remove(),
      abandon: () => session.current?.abandon(),
      open: (slot: string) => session.current?.open(slot),
      discard() {
        const { onDraftDiscarded } = latest.current
        if (!onDraftDiscarded) return session.current?.discard()
        session.current?.abandon()
        onDraftDiscarded()
      },
    }),
    [],
  )
  const context = useMemo(() => ({ states, abandon: actions.abandon }), [states, actions])
  return { ...actions, status, Notice, context }
}
