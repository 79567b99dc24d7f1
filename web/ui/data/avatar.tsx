import type { CSSProperties } from 'react'

interface AvatarProps {
  name: string
  /** An image of this host or an allowed one; initials otherwise. */
  src?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** People are round, workspaces square. */
  shape?: 'round' | 'square'
}

/** Decoration beside a name that is written out; screen readers pass over it. */
export function Avatar({ name, src, size, shape }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-size={size}
      data-shape={shape}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      aria-hidden="true"
    >
      {src ? <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" /> : initialsOf(name)}
    </span>
  )
}

/** First letters of the first and last word; whole characters, whatever the script. */
function initialsOf(name: string): string {
  const all = name.trim().split(/[\s@._-]+/u)
  const picked = all.length > 1 ? [all[0], all.at(-1)] : [all[0]]
  return (
    picked
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toLocaleUpperCase('en') || '?'
  )
}

/** One of twelve hues, the same for a name everywhere. */
function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return (sum % 12) * 30
}
