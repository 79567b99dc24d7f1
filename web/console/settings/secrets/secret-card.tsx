import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'

interface SecretCardProps {
  title: string
  description: string
  secret: string
  /** The label of the button that copies the secret. */
  copyLabel: string
  /** The button that leaves the page, and with it the secret. */
  done: { to: string; label: string }
  children: ReactNode
}

/** Shows a secret once, from the response to the form that created it, and what belongs to it. Takes the focus. */
export function SecretCard({ title, description, secret, copyLabel, done, children }: SecretCardProps) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} tabIndex={-1} role="status" className="outline-none">
      <Card title={title} description={description}>
        <div className="flex flex-col gap-4">
          <Secret value={secret} label={copyLabel} />
          {children}
          <div>
            <LinkButton to={done.to} replace>
              {done.label}
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}
