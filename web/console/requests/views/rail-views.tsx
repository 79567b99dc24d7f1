import { Bookmark, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { SavedView } from '#server/saved-views/schema.ts'
import { viewMessages as messages } from '../../messages/requests/views.ts'
import { useCurrentViewId, viewUrl } from './view-url.ts'

/** Links to the saved views, below that to the requests. */
export function RailViews({ views, home }: { views: SavedView[]; home: string }) {
  const current = useCurrentViewId()
  if (views.length === 0) return null
  return (
    <ul aria-label={messages.views} className="flex flex-col gap-px ps-4">
      {views.map((view) => {
        const Icon = view.isShared ? Users : Bookmark
        return (
          <li key={view.id}>
            <Link
              to={viewUrl(`${home}/requests`, view)}
              prefetch="intent"
              className="sidebar-item"
              aria-current={view.id === current ? 'page' : undefined}
            >
              <Icon size={14} className="shrink-0" aria-hidden />
              <span className="truncate" title={view.name} dir="auto">
                {view.name}
              </span>
              {view.isShared && <span className="visually-hidden">{messages.shared}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
