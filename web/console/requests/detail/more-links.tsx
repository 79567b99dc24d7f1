import { Link } from 'react-router'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { thread as words } from '../../messages/requests/detail.ts'
import type { Windowed } from './list-windows.ts'

/** The rest of a list that grows in the address. */
export function More({ more, start, text }: Pick<Windowed<unknown>, 'more' | 'start'> & { text?: string }) {
  if (more === null && start === null) return null
  return (
    <div className="request-more">
      {start !== null && (
        <Link className="text-link" to={start} preventScrollReset>
          {words.fromStart}
        </Link>
      )}
      {more !== null && <LoadMore to={more} {...(text && { text })} />}
    </div>
  )
}
