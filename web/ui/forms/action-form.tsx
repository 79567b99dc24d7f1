import { type FormEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type FetcherWithComponents, Form, type FormProps, useActionData, useNavigation } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { DraftRestoredNotice } from './draft-restored-notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { useFormDraft } from './form-draft.ts'
import { FormContext, type FormErrors, formErrorsFor } from './form-errors.ts'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'

export interface ActionFormProps extends FormProps {
  /** Sent as `intent`. Several, when the form's submit buttons carry it: `<SubmitButton name="intent" value="reject">`. */
  intent?: string | string[]
  /** Sent as hidden fields; they also tell forms of one intent apart, such as one for each member. */
  fields?: Record<string, string>
  /** From `useFetcher()`: sends without moving the page. Needed when `action` is another route than the one it stands in. */
  fetcher?: FetcherWithComponents<unknown>
  /** Asks before the page is left with changes that were not sent. One on a page. */
  guard?: boolean
  /** Keeps what was typed in the browser until it was sent; unique for what is edited: `entry:<id>`. */
  draftKey?: string
  /** Says when such text was put back, with a way to be rid of it. */
  tellsDraft?: boolean
  /** Empties the fields when it succeeded. */
  resets?: boolean
  onSuccess?: () => void
}

/**
 * A form for an action that answers `{ refusal }` when it refuses. Shows errors at their fields and together at the top,
 * keeps what was typed, shows that it is being sent, and closes the dialog that it stands in when it succeeded.
 */
export function ActionForm(props: ActionFormProps) {
  const { intent, fields = {}, fetcher, guard, draftKey, tellsDraft, resets, onSuccess, children, ...rest } = props
  const generated = useId()
  const id = rest.id ?? generated
  const form = useRef<HTMLFormElement>(null)
  const { sent, refusal } = useSubmissionState(intent, fields, fetcher)
  const [isChanged, setChanged] = useState(false)
  const draft = useFormDraft(form, draftKey)
  useNavigationCallback(sent, draft.drop)
  useSuccessCallback(sent, refusal, () => {
    setChanged(false)
    draft.drop()
    if (resets) form.current?.reset()
    form.current?.closest('dialog')?.close()
    onSuccess?.()
  })
  const FormTag = fetcher?.Form ?? Form
  return (
    <FormTag
      method="post"
      preventScrollReset
      {...rest}
      id={id}
      ref={form}
      className={classNames('form', rest.className)}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        draft.settle()
        rest.onSubmit?.(event)
      }}
      onInput={(event: FormEvent<HTMLFormElement>) => {
        setChanged(true)
        draft.keep()
        rest.onInput?.(event as never)
      }}
    >
      <FormContext value={{ id, submission: sent, formErrors: refusal }}>
        {typeof intent === 'string' && <input type="hidden" name="intent" value={intent} />}
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {tellsDraft && draft.isRestored && !refusal && <DraftRestoredNotice onDiscard={draft.discard} />}
        {refusal && <ErrorSummary refusal={refusal} formId={id} />}
        {children}
      </FormContext>
      {guard && <UnsavedChangesGuard when={isChanged && !sent} />}
    </FormTag>
  )
}

function useSubmissionState(
  intent: string | string[] | undefined,
  fields: Record<string, string>,
  fetcher: FetcherWithComponents<unknown> | undefined,
) {
  const navigation = useNavigation()
  const answer = useActionData()
  const body = fetcher ? fetcher.formData : navigation.formData
  const refusal = formErrorsFor(fetcher ? fetcher.data : answer, intent)
  const ours = Object.entries(fields)
  const isOurs = (read: (name: string) => unknown) => ours.every(([name, value]) => (read(name) ?? value) === value)
  return {
    sent: body && isIntent(body, intent) && isOurs((name) => body.get(name)) ? body : undefined,
    refusal: refusal && isOurs((name) => refusal.values[name]) ? refusal : undefined,
  }
}

function isIntent(body: FormData, intent: string | string[] | undefined): boolean {
  const value = body.get('intent')
  return intent === undefined ? value === null : [intent].flat().includes(String(value))
}

/** Calls `succeeded` once for each time that the form was sent and not refused. */
function useSuccessCallback(sent: FormData | undefined, refusal: FormErrors | undefined, succeeded: () => void) {
  const before = useRef<FormData>(undefined)
  useEffect(() => {
    const wasSent = before.current !== undefined
    before.current = sent
    if (wasSent && sent === undefined && refusal === undefined) succeeded()
  })
}

/**
 * Calls `taken` when what was sent leads to another page: that takes the form away before its navigation has ended. Not
 * when it leads to the sign-in page, since then nothing was done.
 */
function useNavigationCallback(sent: FormData | undefined, taken: () => void) {
  const { state, location } = useNavigation()
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (state === 'idle') asked.current = undefined
    if (!sent || !location) return
    if (state === 'submitting') asked.current = location.pathname
    const isLed = asked.current !== undefined && asked.current !== location.pathname
    if (state === 'loading' && isLed && !location.pathname.endsWith('/sign-in')) taken()
  }, [sent, state, location, taken])
}
