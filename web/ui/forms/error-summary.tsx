import { useEffect, useRef, useState } from 'react'
import type { FormErrors } from '#server/console/handlers.ts'
import { uiMessages } from '../messages.ts'
import { fieldId } from './field.tsx'

interface ErrorSummaryProps {
  formErrors: FormErrors
  /** Identifies the rejection. A new rejection moves the focus here again. Default: the errors. */
  rejection?: FormErrors
  formId: string
}

/** Lists why a form was rejected, with a link to each field. Takes the focus, so that it's read aloud right away. */
export function ErrorSummary({ formErrors, rejection = formErrors, formId }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [rejection])
  const errors = Object.entries(formErrors.errors)
  const labels = useLabels(formId, Object.keys(formErrors.errors).join(' '))
  if (formErrors.message === null && errors.length === 0) return null
  return (
    <div ref={summary} className="error-summary" role="alert" tabIndex={-1}>
      {formErrors.message !== null && <p>{formErrors.message}</p>}
      {errors.length > 0 && <p>{uiMessages.checkFields({ count: errors.length })}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${fieldId(formId, name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId(formId, name))?.focus()
                }}
              >
                {labels[name] ?? humanizeFieldName(name)}: {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the labels of the fields. They're read from the page, so they're empty while rendering on the server. */
function useLabels(formId: string, names: string): Record<string, string> {
  const [labels, setLabels] = useState<Record<string, string>>({})
  useEffect(() => {
    const entries = names.split(' ').map((name) => [name, labelOf(fieldId(formId, name))] as const)
    setLabels(Object.fromEntries(entries.filter(([, label]) => label)))
  }, [formId, names])
  return labels
}

/** Reads only the first text node, without the word "optional" after it. */
const labelOf = (id: string): string =>
  document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent?.trim() ?? ''

/** Converts `submitter.externalId` to "Submitter external id", shown where JavaScript is off. */
function humanizeFieldName(name: string): string {
  const text = name.replaceAll('.', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
