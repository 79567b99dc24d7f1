import type { InputHTMLAttributes, ReactNode } from 'react'
import { use } from 'react'
import { FieldNotes, useFieldState } from './field.tsx'
import { FormContext } from './form-errors.ts'

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  name: string
  label: ReactNode
  help?: ReactNode
  /** The label is only read aloud: for the boxes of a list. */
  hideLabel?: boolean
}

/** One of several of a name needs a `value`; `on` otherwise. */
export function Checkbox({ look, ...props }: ChoiceProps & { look?: 'switch' }) {
  const { label, help, hideLabel, ...rest } = props
  const state = useFieldState(props.name, { help })
  const id = rest.id ?? (rest.value === undefined ? state.id : `${state.id}-${rest.value}`)
  return (
    <div className="choice">
      <input
        {...rest}
        {...useChecked(rest)}
        id={id}
        type="checkbox"
        role={look}
        className={look ?? 'box'}
        aria-describedby={state.describedBy}
        aria-invalid={state.isInvalid || undefined}
      />
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {rest.value === undefined ? (
        <FieldNotes control={state} help={help} />
      ) : (
        help && <div className="field-help">{help}</div>
      )}
    </div>
  )
}

/** A checkbox for something that is on or off. Its form still has to be sent. */
export function Switch(props: ChoiceProps) {
  return <Checkbox {...props} look="switch" />
}

export interface RadioOption {
  value: string
  label: ReactNode
  help?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps {
  name: string
  legend: ReactNode
  hideLegend?: boolean
  help?: ReactNode
  options: RadioOption[]
  defaultValue?: string
  look?: 'list' | 'cards' | 'segments'
  onChange?: (value: string) => void
}

export function RadioGroup({ name, legend, hideLegend, help, options, look, onChange, defaultValue }: RadioGroupProps) {
  const state = useFieldState(name, { help })
  const refused = use(FormContext).formErrors?.values[name] ?? defaultValue
  const Part = look === 'segments' ? Segment : Radio
  return (
    <fieldset className="field-set" id={state.id} tabIndex={-1} aria-describedby={state.describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className={look === 'segments' ? 'segments' : 'choices'} data-look={look}>
        {options.map((option) => (
          <Part
            key={option.value}
            id={`${state.id}-${option.value}`}
            name={name}
            option={option}
            isChosen={option.value === refused}
            onChange={onChange}
          />
        ))}
      </div>
      <FieldNotes control={state} help={help} />
    </fieldset>
  )
}

interface RadioProps {
  id: string
  name: string
  option: RadioOption
  isChosen: boolean
  onChange: RadioGroupProps['onChange']
}

function Radio({ id, name, option, isChosen, onChange }: RadioProps) {
  return (
    <div className="choice">
      <input
        type="radio"
        className="dot"
        id={id}
        name={name}
        value={option.value}
        defaultChecked={isChosen}
        disabled={option.disabled}
        onChange={() => onChange?.(option.value)}
        aria-describedby={option.help ? `${id}-help` : undefined}
      />
      <label htmlFor={id}>{option.label}</label>
      {option.help && (
        <div className="field-help" id={`${id}-help`}>
          {option.help}
        </div>
      )}
    </div>
  )
}

function Segment({ id, name, option, isChosen, onChange }: RadioProps) {
  return (
    <label className="segment" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name={name}
        value={option.value}
        defaultChecked={isChosen}
        disabled={option.disabled}
        onChange={() => onChange?.(option.value)}
      />
      {option.icon}
      {option.label}
    </label>
  )
}

/** A refused form shows the boxes as they were sent: those that were empty are not in it. */
function useChecked(props: { name: string; value?: unknown; checked?: boolean; defaultChecked?: boolean }) {
  const { formErrors: refusal } = use(FormContext)
  if (!refusal || props.checked !== undefined) return {}
  return { defaultChecked: [refusal.values[props.name] ?? []].flat().includes(String(props.value ?? 'on')) }
}
