import { Link } from 'react-router'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { threadMessages as messages } from '../../messages/requests/detail.ts'
import type { ListWindow } from './list-windows.ts'

/** Links to more of a list whose length is in the URL. */
export function MoreLinks({ more, start, text }: Pick<ListWindow<unknown>, 'more' | 'start'> & { text?: string }) {
  if (more === null && start === null) return null
  return (
    <div className="request-more">
      {start !== null && (
        <Link className="text-link" to={start} preventScrollReset>
          {messages.fromStart}
        </Link>
      )}
      {more !== null && <LoadMore to={more} {...(text && { text })} />}
    </div>
  )
}
