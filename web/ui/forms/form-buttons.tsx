import { type ReactNode, use } from 'react'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { FormContext } from './form-errors.ts'

/** Sends the form that it stands in; shows that it is being sent, when it is the button that sent it. */
export function SubmitButton({ look = 'primary', ...rest }: ButtonProps) {
  const { submission: sent } = use(FormContext)
  const isMine = sent !== undefined && (rest.name === undefined || sent.get(rest.name) === String(rest.value))
  return <Button {...rest} look={look} type="submit" busy={rest.busy ?? isMine} />
}

/** Only seen where a change does not send the form by itself: in a browser without script. */
export function SubmitWithoutScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <button type="submit" className="button">
        {children}
      </button>
    </noscript>
  )
}

/** The buttons of a form; at the end of the line in a dialog. */
export function FormActions({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className="form-actions" data-end={end ? '' : undefined}>
      {children}
    </div>
  )
}
