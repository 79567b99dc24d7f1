import type { CSSProperties, ReactNode } from 'react'
import type { Stage, Tone } from '../messages.ts'
import { NumberText } from './number-text.tsx'

interface BadgeProps {
  tone?: Tone | Stage
  look?: 'soft' | 'outline' | 'plain'
  icon?: ReactNode
  /** Shows a dot in the tone's color instead of an icon. */
  dot?: boolean
  children: ReactNode
}

export function Badge({ tone = 'neutral', look, icon, dot, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone} data-look={look} data-dot={dot ? '' : undefined}>
      {icon}
      <span>{children}</span>
    </span>
  )
}

/** A tag with a dot in the color the team chose. */
export function Tag({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className="badge tag" data-look="outline" style={{ '--tag-color': color } as CSSProperties}>
      <span>{children}</span>
    </span>
  )
}

interface CountProps {
  value: number
  /** Shows "300+". */
  isMore?: boolean | undefined
  waiting?: boolean
  label?: string
}

/** A number next to a name. `waiting` marks items that need attention, and hides the number at zero. */
export function Count({ value, isMore, waiting, label }: CountProps) {
  if (waiting && value === 0) return null
  return (
    <span className="count" data-look={waiting ? 'waiting' : undefined}>
      <NumberText value={value} />
      {isMore && '+'}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  )
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="key">{children}</kbd>
}

/** Keys and what they do, shown below a list on devices with a keyboard. */
export function KeyHint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="key-hint">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  )
}
