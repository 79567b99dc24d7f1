import type { ReactNode } from 'react'

/**
 * Shows a text on hover and focus. With `id`, the control inside refers to it (`aria-describedby`); without it, screen
 * readers skip the text, because the control's label already says the same.
 */
export function Tooltip({ text, id, children }: { text: ReactNode; id?: string; children: ReactNode }) {
  return (
    <span className="tooltip">
      {children}
      {id ? (
        <span className="tooltip-text" role="tooltip" id={id}>
          {text}
        </span>
      ) : (
        <span className="tooltip-text" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
