import type { InputHTMLAttributes, ReactNode } from 'react'
import { use } from 'react'
import { FieldNotes, useFieldState } from './field.tsx'
import { FormContext } from './form-errors.ts'

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  name: string
  label: ReactNode
  help?: ReactNode
  /** Shows the label to screen readers only, as for checkboxes in a list. */
  hideLabel?: boolean
}

/** A checkbox. Several with the same name each need a `value`; the default is `on`. */
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

/** A checkbox that looks like a switch. It takes effect when its form is submitted. */
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
  const selectedValue = use(FormContext).formErrors?.values[name] ?? defaultValue
  const Option = look === 'segments' ? Segment : Radio
  return (
    <fieldset className="field-set" id={state.id} tabIndex={-1} aria-describedby={state.describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className={look === 'segments' ? 'segments' : 'choices'} data-look={look}>
        {options.map((option) => (
          <Option
            key={option.value}
            id={`${state.id}-${option.value}`}
            name={name}
            option={option}
            isChecked={option.value === selectedValue}
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
  isChecked: boolean
  onChange: RadioGroupProps['onChange']
}

function Radio({ id, name, option, isChecked, onChange }: RadioProps) {
  return (
    <div className="choice">
      <input
        type="radio"
        className="dot"
        id={id}
        name={name}
        value={option.value}
        defaultChecked={isChecked}
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

function Segment({ id, name, option, isChecked, onChange }: RadioProps) {
  return (
    <label className="segment" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name={name}
        value={option.value}
        defaultChecked={isChecked}
        disabled={option.disabled}
        onChange={() => onChange?.(option.value)}
      />
      {option.icon}
      {option.label}
    </label>
  )
}

/** A rejected form shows the checkboxes as submitted; unchecked ones are absent from its values. */
function useChecked(props: { name: string; value?: unknown; checked?: boolean; defaultChecked?: boolean }) {
  const { formErrors } = use(FormContext)
  if (!formErrors || props.checked !== undefined) return {}
  return { defaultChecked: [formErrors.values[props.name] ?? []].flat().includes(String(props.value ?? 'on')) }
}
