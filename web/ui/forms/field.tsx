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
  /** Shows the label to screen readers only, for fields whose context explains them. */
  hideLabel?: boolean
  /** An error from elsewhere than the form's action. */
  error?: string
  children: ReactNode
}

/** Renders a label above one control, with help and error below. The control gets its name, id and state from here. */
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

/** Groups fields under a legend. */
export function FieldSet({ legend, help, children }: { legend: ReactNode; help?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="field-set">
      <legend>{legend}</legend>
      {help && <p className="field-help">{help}</p>}
      {children}
    </fieldset>
  )
}

/** Lays out fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="field-row">{children}</div>
}

type FieldState = Control & { error: string | undefined }

export function useFieldState(name: string, options: { help?: ReactNode; error?: string }): FieldState {
  const form = use(FormContext)
  const id = fieldId(form.id, name)
  const error = options.error ?? form.formErrors?.errors[name]
  const notes = [error && `${id}-error`, options.help && `${id}-help`].filter(Boolean)
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

/** Returns the attributes of the control in a `Field`, with the submitted value if the form was rejected. */
export function useControl(props: { name?: string; id?: string; defaultValue?: unknown; value?: unknown }) {
  const control = use(ControlContext)
  const name = props.name ?? control?.name
  const submittedValue = useSubmittedValue(name)
  return {
    name,
    id: props.id ?? control?.id,
    'aria-describedby': control?.describedBy,
    'aria-invalid': control?.isInvalid || undefined,
    ...(submittedValue === undefined || props.value !== undefined ? {} : { defaultValue: submittedValue }),
  }
}
