import { type FormEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type FetcherWithComponents,
  Form,
  type FormProps,
  useActionData,
  useHref,
  useLocation,
  useNavigation,
} from 'react-router'
import type { FormErrors } from '#server/console/handlers.ts'
import { classNames } from '../lib/class-names.ts'
import { DraftContext } from './drafts/draft-context.ts'
import { type DraftOptions, useFormDraft } from './drafts/use-form-draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormContext, formErrorsFor } from './form-errors.ts'
import { onFormRedirect } from './form-redirects.ts'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'
import { useRepeatedSubmission } from './use-repeated-submission.ts'

export interface ActionFormProps extends FormProps, DraftOptions {
  /** Sent as `intent`. Several, when the form's submit buttons carry it: `<SubmitButton name="intent" value="reject">`. */
  intent?: string | string[]
  /** Sent as hidden fields. They also distinguish forms with the same intent, such as one per member. */
  fields?: Record<string, string>
  /** From `useFetcher()`: submits without a navigation. Required when `action` is another route than the current one. */
  fetcher?: FetcherWithComponents<unknown>
  /** Asks for confirmation before leaving the page with unsaved changes. At most one per page. */
  guard?: boolean
  /** Resets the fields after success. */
  resets?: boolean
  onSuccess?: () => void
}

/**
 * A form for an action that returns `{ formErrors }` when it rejects the input. Shows errors at their fields and in a
 * summary, keeps what was typed, shows a pending state, ignores double clicks, and closes its dialog after success.
 */
export function ActionForm(props: ActionFormProps) {
  const { intent, fields = {}, fetcher, guard, resets, onSuccess, children, ...others } = props
  const { draftKey, draftVersion, onDraftRestored, onDraftDiscarded, ...rest } = others
  const generatedId = useId()
  const id = rest.id ?? generatedId
  const form = useRef<HTMLFormElement>(null)
  const { submission, formErrors, result, isOwn } = useSubmissionState(intent, fields, fetcher)
  const [isChanged, setChanged] = useState(false)
  const { openErrors, hideError } = useOpenErrors(formErrors)
  const draft = useFormDraft(form, others)
  const expectRedirect = useRedirectCallback(isOwn, draft.remove)
  const isRepeated = useRepeatedSubmission(submission, result)
  const sending = useSuccessCallback({ submission, formErrors, result }, () => {
    setChanged(false)
    if (resets) form.current?.reset()
    if (resets) draft.emptied()
    else draft.saved()
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
        if (isRepeated(event)) return event.preventDefault()
        draft.submit()
        expectRedirect(event.currentTarget)
        rest.onSubmit?.(event)
        if (!event.defaultPrevented) sending.begin()
      }}
      onInput={(event: FormEvent<HTMLFormElement>) => {
        setChanged(true)
        hideError((event.target as HTMLInputElement).name)
        draft.save()
        rest.onInput?.(event as never)
      }}
    >
      <FormContext value={{ id, submission, formErrors: openErrors }}>
        {typeof intent === 'string' && <input type="hidden" name="intent" value={intent} />}
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {!formErrors && draft.Notice && (
          <draft.Notice status={draft.status} onDiscard={draft.discard} onOpen={draft.open} />
        )}
        {formErrors && openErrors && <ErrorSummary formErrors={openErrors} rejection={formErrors} formId={id} />}
        <DraftContext value={draft.context}>{children}</DraftContext>
      </FormContext>
      {guard && <UnsavedChangesGuard when={isChanged && !submission} unless={sending.isPending} />}
    </FormTag>
  )
}

function useSubmissionState(
  intent: string | string[] | undefined,
  fields: Record<string, string>,
  fetcher: FetcherWithComponents<unknown> | undefined,
) {
  const navigation = useNavigation()
  const actionData = useActionData()
  const body = fetcher ? fetcher.formData : navigation.formData
  const formErrors = formErrorsFor(fetcher ? fetcher.data : actionData, intent)
  const entries = Object.entries(fields)
  const matchesFields = (read: (name: string) => unknown) =>
    entries.every(([name, value]) => (read(name) ?? value) === value)
  const isOwn = (form: FormData) => hasIntent(form, intent) && matchesFields((name) => form.get(name))
  return {
    submission: body && isOwn(body) ? body : undefined,
    formErrors: formErrors && matchesFields((name) => formErrors.values[name]) ? formErrors : undefined,
    /** What the action last returned. */
    result: fetcher ? fetcher.data : actionData,
    isOwn,
  }
}

/** Hides a field’s error once the field changes, because the error was about the submitted value. */
function useOpenErrors(formErrors: FormErrors | undefined) {
  const [hidden, setHidden] = useState<{ formErrors: FormErrors | undefined; names: string[] }>()
  const names = hidden !== undefined && hidden.formErrors === formErrors ? hidden.names : []
  const openErrors = formErrors && {
    ...formErrors,
    errors: Object.fromEntries(Object.entries(formErrors.errors).filter(([name]) => !names.includes(name))),
  }
  const hideError = (name: string) => {
    if (openErrors && Object.hasOwn(openErrors.errors, name)) setHidden({ formErrors, names: [...names, name] })
  }
  return { openErrors, hideError }
}

function hasIntent(body: FormData, intent: string | string[] | undefined): boolean {
  const value = body.get('intent')
  return intent === undefined ? value === null : [intent].flat().includes(String(value))
}

interface SubmissionState {
  submission: FormData | undefined
  formErrors: FormErrors | undefined
  result: unknown
}

/**
 * Calls `onSuccess` once after each submission without errors. On a slow device, React may skip rendering the states in
 * which the router reports a submission; such a submission has ended when the location or the result is a new one.
 */
function useSuccessCallback({ submission, formErrors, result }: SubmissionState, onSuccess: () => void) {
  const { key } = useLocation()
  const previous = useRef<FormData>(undefined)
  const sent = useRef<{ key: string; result: unknown }>(undefined)
  useEffect(() => {
    const wasSubmitting = previous.current !== undefined
    previous.current = submission
    const isNew = sent.current !== undefined && (sent.current.key !== key || sent.current.result !== result)
    if (submission !== undefined || (!wasSubmitting && !isNew)) return
    sent.current = undefined
    if (formErrors === undefined) onSuccess()
  })
  return {
    begin() {
      sent.current = { key, result }
    },
    isPending: () => sent.current !== undefined,
  }
}

/**
 * Calls `onRedirect` when the submission redirects to another page, which removes the form before the navigation ends.
 * A redirect to the sign-in page doesn't count: the action didn't run.
 */
function useRedirectCallback(isOwn: (form: FormData) => boolean, onRedirect: () => void) {
  const basename = useHref('/').replace(/\/$/, '')
  const actionUrl = useRef<string>(undefined)
  useEffect(() =>
    onFormRedirect((form, to) => {
      const { pathname, search } = new URL(basename + to, window.location.href)
      if (actionUrl.current === undefined || !isOwn(form) || pathname.endsWith('/sign-in')) return
      if (actionUrl.current !== pathname + search) onRedirect()
    }),
  )
  return (form: HTMLFormElement) => {
    const { pathname, search } = new URL(form.getAttribute('action') ?? '', window.location.href)
    actionUrl.current = pathname + search
  }
}
