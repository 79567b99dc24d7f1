import { useEffect, useRef, useState } from 'react'
import { uiMessages } from '../messages.ts'
import { fieldId } from './field.tsx'
import type { FormErrors } from './form-errors.ts'

/** Why a form was refused, above its fields, with a link to each. Takes the focus, so that it is read at once. */
export function ErrorSummary({ refusal, formId }: { refusal: FormErrors; formId: string }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [refusal])
  const errors = Object.entries(refusal.errors)
  const labels = useLabels(formId, Object.keys(refusal.errors).join(' '))
  return (
    <div ref={summary} className="error-summary" role="alert" tabIndex={-1}>
      {refusal.message !== null && <p>{refusal.message}</p>}
      {errors.length > 0 && <p>{uiMessages.checkFields(errors.length)}</p>}
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

/** What the fields are called on the page, once it is there to be asked. */
function useLabels(formId: string, names: string): Record<string, string> {
  const [labels, setLabels] = useState<Record<string, string>>({})
  useEffect(() => {
    const found = names.split(' ').map((name) => [name, labelOf(fieldId(formId, name))] as const)
    setLabels(Object.fromEntries(found.filter(([, label]) => label)))
  }, [formId, names])
  return labels
}

/** Without the "optional" that may stand in it. */
const labelOf = (id: string): string =>
  document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent?.trim() ?? ''

/** `submitter.externalId` → "Submitter external id": what a browser without script is told. */
function humanizeFieldName(name: string): string {
  const text = name.replaceAll('.', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
