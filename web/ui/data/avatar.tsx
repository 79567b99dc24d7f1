import type { CSSProperties } from 'react'
import { locale } from '#i18n/locale.ts'

interface AvatarProps {
  name: string
  /** An image from this host or an allowed one; initials are shown without it. */
  src?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** People are round, workspaces square. */
  shape?: 'round' | 'square'
}

/**
 * Decorative: the name is always next to it, so screen readers skip it. The style sheet writes the initials, which are
 * not part of the text of a button.
 */
export function Avatar({ name, src, size, shape }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-size={size}
      data-shape={shape}
      style={{ '--hue': pickHue(name) } as CSSProperties}
      data-initials={src ? undefined : getInitials(name)}
      aria-hidden="true"
    >
      {src && <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" />}
    </span>
  )
}

/** Returns the first letters of the first and last word, in any script. */
function getInitials(name: string): string {
  const words = name.trim().split(/[\s@._-]+/u)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return (
    picked
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toLocaleUpperCase(locale) || '?'
  )
}

/** Picks one of twelve hues, always the same for a name. */
function pickHue(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return (sum % 12) * 30
}
