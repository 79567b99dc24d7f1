import { type ReactNode, useId } from 'react'

interface SidebarSectionProps {
  title: string
  /** Shown beside the title. */
  end?: ReactNode
  children: ReactNode
}

/** A titled section of the sidebar. */
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
