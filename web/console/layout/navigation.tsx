import {
  ChartNoAxesColumn,
  ChartSpline,
  ExternalLink,
  Inbox,
  type LucideIcon,
  MapIcon,
  Megaphone,
  MessageSquareText,
  Settings,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { layoutMessages } from '../messages/layout.ts'
import { RailViews } from '../requests/views/rail-views.tsx'
import { useCurrentViewId } from '../requests/views/view-url.ts'
import type { WorkspaceLayoutData } from './workspace-layout.tsx'

/** Renders links to the areas of a workspace, with the numbers of unread notifications and of requests to review. */
export function Navigation({ workspace, pendingCount, unreadCount, views, portalUrl, can }: WorkspaceLayoutData) {
  const workspacePath = `/w/${workspace.slug}`
  const isInView = useCurrentViewId() !== null
  return (
    <nav aria-label={layoutMessages.navigation} className="flex flex-col gap-px overflow-y-auto px-2 py-1">
      <NavigationLink to={workspacePath} end icon={ChartNoAxesColumn} name={layoutMessages.overview} />
      <NavigationLink to={`${workspacePath}/inbox`} icon={Inbox} name={layoutMessages.inbox}>
        <NavigationCount count={unreadCount} label={layoutMessages.unread({ count: unreadCount })} />
      </NavigationLink>
      <NavigationLink
        to={`${workspacePath}/requests`}
        icon={MessageSquareText}
        name={layoutMessages.requests}
        current={isInView ? 'true' : 'page'}
      >
        <NavigationCount count={pendingCount} label={layoutMessages.toReview({ count: pendingCount })} />
      </NavigationLink>
      <RailViews views={views} home={workspacePath} />
      <NavigationLink to={`${workspacePath}/roadmap`} icon={MapIcon} name={layoutMessages.roadmap} />
      <NavigationLink to={`${workspacePath}/changelog`} icon={Megaphone} name={layoutMessages.changelog} />
      <NavigationLink to={`${workspacePath}/customers`} icon={Users} name={layoutMessages.customers} />
      <NavigationLink to={`${workspacePath}/insights`} icon={ChartSpline} name={layoutMessages.insights} />
      {can.seeSettings && (
        <NavigationLink to={`${workspacePath}/settings`} icon={Settings} name={layoutMessages.settings} />
      )}
      <a href={portalUrl} target="_blank" rel="noopener" className="sidebar-item">
        <ExternalLink size={16} aria-hidden />
        {layoutMessages.portal}
        <span className="visually-hidden">{layoutMessages.newWindow}</span>
      </a>
    </nav>
  )
}

function NavigationCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="ms-auto rounded-full bg-accent-soft px-2 text-12 text-accent-ink tabular-nums">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

interface NavigationLinkProps {
  to: string
  end?: boolean
  icon: LucideIcon
  name: string
  /** What the link is to a page below it. `true`: one of its parts has a link of its own. */
  current?: 'page' | 'true'
  children?: React.ReactNode
}

function NavigationLink({ to, end = false, icon: Icon, name, current = 'page', children }: NavigationLinkProps) {
  return (
    <NavLink to={to} end={end} prefetch="intent" className="sidebar-item" aria-current={current}>
      <Icon size={16} aria-hidden />
      {name}
      {children}
    </NavLink>
  )
}
