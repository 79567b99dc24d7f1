import { ChevronDown } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useControl } from './field.tsx'

type Size = 'sm' | 'md' | 'lg'

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> {
  ref?: Ref<HTMLInputElement>
  size?: Size
  mono?: boolean
  /** Text or an icon before and after the input. */
  before?: ReactNode
  after?: ReactNode
}

export function TextInput({ size, mono, before, after, className, ...rest }: TextInputProps) {
  const control = useControl(rest)
  const looks = { 'data-size': size, 'data-mono': mono ? '' : undefined }
  if (!before && !after) {
    return <input type="text" dir="auto" {...rest} {...control} {...looks} className={classNames('input', className)} />
  }
  return (
    <span className={classNames('input input-group', className)} {...looks}>
      {before && <span className="input-affix">{before}</span>}
      <input type="text" dir="auto" {...rest} {...control} />
      {after && <span className="input-affix">{after}</span>}
    </span>
  )
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
  size?: Size
  mono?: boolean
}

/** A text area that grows with its text. */
export function TextArea({ size, mono, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      {...rest}
      {...useControl(rest)}
      className={classNames('input', className)}
      data-size={size}
      data-mono={mono ? '' : undefined}
    />
  )
}

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  size?: Size
  /** Or `<option>` and `<optgroup>` as children. */
  options?: SelectOption[]
}

export function Select({ size, options, className, children, ...rest }: SelectProps) {
  return (
    <span className={classNames('select', className)}>
      <select {...rest} {...useControl(rest)} className="input" data-size={size}>
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}
