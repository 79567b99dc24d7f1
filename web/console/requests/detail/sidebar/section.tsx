import { type ReactNode, useId } from 'react'

interface SidebarSectionProps {
  title: string
  /** Beside the title. */
  end?: ReactNode
  children: ReactNode
}

/** One of the facts of a request, named by its title. */
export function SidebarSection({ title, end, children }: SidebarSectionProps) {
  const id = useId()
  return (
    <section className="request-section" aria-labelledby={id}>
      <header className="request-section-head">
        <h2 id={id}>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  )
}
