import type { Cover } from '#server/changelog/cover.ts'
import { classNames } from '../../ui/lib/class-names.ts'

interface EntryCoverProps {
  home: string
  cover: Cover | null
  className?: string
}

/** Shows the image above an entry. */
export function EntryCover({ home, cover, className }: EntryCoverProps) {
  if (cover === null) return null
  const { url, alt, width, height } = cover
  return (
    <img
      src={`/console${home}${url}`}
      alt={alt}
      width={width}
      height={height}
      className={classNames('h-auto max-w-full rounded-control object-contain', className)}
    />
  )
}
