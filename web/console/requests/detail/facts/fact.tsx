import type { ReactNode } from 'react'

interface FactProps {
  name: string
  label: string
  children: ReactNode
}

/** A labeled fact in the list under the title. */
export function Fact({ name, label, children }: FactProps) {
  return (
    <div className="request-fact" data-fact={name}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
