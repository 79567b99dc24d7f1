import { type RefObject, use, useEffect, useMemo, useRef, useState } from 'react'
import { DraftScopeContext } from './draft-context.ts'
import { type DraftSession, type DraftStatus, noDraft, openDraft } from './draft-session.ts'
import type { StateFields } from './field-values.ts'

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

/** Stores what is typed into a form in the browser until it is sent, and restores it. Never stores secrets. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, options: DraftOptions) {
  const { draftKey: key } = options
  const scope = use(DraftScopeContext)
  const [status, setStatus] = useState<DraftStatus>(noDraft)
  const states = useMemo<StateFields>(() => new Map(), [])
  const session = useRef<DraftSession>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (key === undefined || scope === undefined || !form.current) return
    const opened = openDraft({
      form: form.current,
      states,
      scope,
      key,
      version: () => latest.current.draftVersion,
      onStatus: setStatus,
      onRestore: (version) => latest.current.onDraftRestored?.(version),
    })
    session.current = opened
    return () => {
      session.current = undefined
      opened.close()
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
  return { ...actions, status, context }
}
