import { type ReactNode, useId } from 'react'

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  footer?: ReactNode
  /** Removes the body's padding, for a table or rows. */
  flush?: boolean
  tone?: 'danger'
  children: ReactNode
}

/** A section with its own background, labeled by its title. */
export function Card({ title, description, actions, footer, flush, tone, children }: CardProps) {
  const titleId = useId()
  return (
    <section className="card" data-tone={tone} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className="card-head">
          <div>
            <h2 id={titleId}>{title}</h2>
            {description && <p>{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {flush ? <div className="card-flush">{children}</div> : <div className="card-body">{children}</div>}
      {footer && <footer className="card-foot">{footer}</footer>}
    </section>
  )
}
