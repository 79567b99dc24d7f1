import { type ReactNode, use } from 'react'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { FormContext } from './form-errors.ts'

/** Submits its form, and shows a spinner while a submission by this button is pending. */
export function SubmitButton({ look = 'primary', ...rest }: ButtonProps) {
  const { submission } = use(FormContext)
  const isSubmitter =
    submission !== undefined && (rest.name === undefined || submission.get(rest.name) === String(rest.value))
  return <Button {...rest} look={look} type="submit" busy={rest.busy ?? isSubmitter} />
}

/** Shown only without JavaScript, where a change doesn't submit the form by itself. */
export function SubmitWithoutScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <button type="submit" className="button">
        {children}
      </button>
    </noscript>
  )
}

/** Lays out the buttons of a form; `end` aligns them to the end, as in dialogs. */
export function FormActions({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className="form-actions" data-end={end ? '' : undefined}>
      {children}
    </div>
  )
}
