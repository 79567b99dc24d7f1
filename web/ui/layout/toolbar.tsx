import type { ReactNode } from 'react'
import { Form, type FormProps, useSubmit } from 'react-router'
import { classNames } from '../lib/class-names.ts'

export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's part, and this is none
    <div className="toolbar" role="group" aria-label={label}>
      {children}
    </div>
  )
}

/**
 * A form that asks for the same page with other filters in its address. A changed select or checkbox asks at once; text
 * asks on Enter. `SubmitWithoutScript` inside is for browsers without script.
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

/** What may be done with the chosen rows; stays at the foot of the window while rows are chosen. */
export function BulkBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div className="toolbar bulk-bar" role="group" aria-label={label}>
      {children}
    </div>
  )
}
