import type { ReactNode } from 'react'
import { Form, type FormProps, useSubmit } from 'react-router'
import { classNames } from '../lib/class-names.ts'

export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, and this isn't one
    <div className="toolbar" role="group" aria-label={label}>
      {children}
    </div>
  )
}

/**
 * A form that loads the same page with other filters in its URL. Selects and checkboxes submit on change, text on Enter.
 * Put a `SubmitWithoutScript` inside for browsers without JavaScript.
 */
export function FilterBar({ label, children, ...rest }: FormProps & { label: string }) {
  const submit = useSubmit()
  return (
    <Form
      method="get"
      preventScrollReset
      {...rest}
      aria-label={label}
      className={classNames('toolbar', rest.className)}
      onChange={(event) => {
        const control = event.target as Element as HTMLInputElement
        if (control.type !== 'search' && control.type !== 'text')
          submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      {children}
    </Form>
  )
}

/** Bulk actions for the selected rows, fixed to the bottom of the window. */
export function BulkBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div className="toolbar bulk-bar" role="group" aria-label={label}>
      {children}
    </div>
  )
}
