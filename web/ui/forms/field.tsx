import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { uiMessages } from '../messages.ts'
import { FormContext, useSubmittedValue } from './form-errors.ts'

interface Control {
  name: string
  id: string
  describedBy: string | undefined
  isInvalid: boolean
}

const ControlContext = createContext<Control | undefined>(undefined)

export const fieldId = (formId: string, name: string): string => `${formId}-${name}`

interface FieldProps {
  name: string
  label: ReactNode
  help?: ReactNode
  optional?: boolean
  /** The label is only read aloud; for fields whose place explains them. */
  hideLabel?: boolean
  /** An error that does not come from the form's action. */
  error?: string
  children: ReactNode
}

/** A label above, one control, help and the error below. The control inside takes name, id and state from here. */
export function Field({ name, label, help, optional, hideLabel, error, children }: FieldProps) {
  const control = useFieldState(name, { help, error })
  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={control.id}>
        {label}
        {optional && <small>{uiMessages.optional}</small>}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      <FieldNotes control={control} help={help} />
    </div>
  )
}

/** Several fields under one title. */
export function FieldSet({ legend, help, children }: { legend: ReactNode; help?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="field-set">
      <legend>{legend}</legend>
      {help && <p className="field-help">{help}</p>}
      {children}
    </fieldset>
  )
}

/** Fields side by side while there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="field-row">{children}</div>
}

type FieldState = Control & { error: string | undefined }

export function useFieldState(name: string, own: { help?: ReactNode; error?: string }): FieldState {
  const form = use(FormContext)
  const id = fieldId(form.id, name)
  const error = own.error ?? form.formErrors?.errors[name]
  const notes = [error && `${id}-error`, own.help && `${id}-help`].filter(Boolean)
  return { name, id, error, isInvalid: error !== undefined, describedBy: notes.join(' ') || undefined }
}

export function FieldNotes({ control, help }: { control: FieldState; help: ReactNode }) {
  return (
    <>
      {control.error !== undefined && (
        <p className="field-error" id={`${control.id}-error`}>
          <CircleAlert aria-hidden="true" />
          {control.error}
        </p>
      )}
      {help && (
        <div className="field-help" id={`${control.id}-help`}>
          {help}
        </div>
      )}
    </>
  )
}

/** The attributes of the control in a `Field`, with what was typed before the form was refused. */
export function useControl(props: { name?: string; id?: string; defaultValue?: unknown; value?: unknown }) {
  const control = use(ControlContext)
  const name = props.name ?? control?.name
  const refused = useSubmittedValue(name)
  return {
    name,
    id: props.id ?? control?.id,
    'aria-describedby': control?.describedBy,
    'aria-invalid': control?.isInvalid || undefined,
    ...(refused === undefined || props.value !== undefined ? {} : { defaultValue: refused }),
  }
}
