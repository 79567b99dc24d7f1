import { useEffect, useRef } from 'react'
import { fieldId } from './field.tsx'
import type { Refusal } from './refusal.ts'
import { words } from './words.ts'

/** Why a form was refused, above its fields, with a link to each. Takes the focus, so that it is read at once. */
export function ErrorSummary({ refusal, formId }: { refusal: Refusal; formId: string }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [refusal])
  const errors = Object.entries(refusal.errors)
  return (
    <div ref={summary} className="error-summary" role="alert" tabIndex={-1}>
      <p>{refusal.message ?? words.checkFields}</p>
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
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
