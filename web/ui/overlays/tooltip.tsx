import type { ReactNode } from 'react'

/**
 * Words beside what they explain, shown on hover and focus. `id` connects them (`aria-describedby`) with the control
 * inside; without it they are for the eye only, because the control says the same by its label.
 */
export function Tooltip({ text, id, children }: { text: ReactNode; id?: string; children: ReactNode }) {
  return (
    <span className="tip">
      {children}
      {id ? (
        <span className="tip-text" role="tooltip" id={id}>
          {text}
        </span>
      ) : (
        <span className="tip-text" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
