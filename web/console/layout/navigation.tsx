import {
  ChartNoAxesColumn,
  ExternalLink,
  type LucideIcon,
  MapIcon,
  Megaphone,
  MessageSquareText,
  Settings,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { layoutMessages } from '../messages/layout.ts'
import type { WorkspaceLayoutData } from './workspace-layout.tsx'

/** The areas of a workspace, with a count where something waits. */
export function Navigation({ workspace, waiting, portal, can }: WorkspaceLayoutData) {
  const home = `/w/${workspace.slug}`
  return (
    <nav aria-label={layoutMessages.navigation} className="flex flex-col gap-px overflow-y-auto px-2 py-1">
      <NavigationLink to={home} end icon={ChartNoAxesColumn} name={layoutMessages.overview} />
      <NavigationLink to={`${home}/requests`} icon={MessageSquareText} name={layoutMessages.requests}>
        {waiting > 0 && (
          <span className="ms-auto rounded-full bg-accent-soft px-2 text-12 text-accent-ink tabular-nums">
            <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
            <span className="visually-hidden">{layoutMessages.waiting(waiting)}</span>
          </span>
        )}
      </NavigationLink>
      <NavigationLink to={`${home}/roadmap`} icon={MapIcon} name={layoutMessages.roadmap} />
      <NavigationLink to={`${home}/changelog`} icon={Megaphone} name={layoutMessages.changelog} />
      <NavigationLink to={`${home}/customers`} icon={Users} name={layoutMessages.customers} />
      {can.seeSettings && <NavigationLink to={`${home}/settings`} icon={Settings} name={layoutMessages.settings} />}
      <a href={portal} target="_blank" rel="noopener" className="rail-item">
        <ExternalLink size={16} aria-hidden />
        {layoutMessages.portal}
        <span className="visually-hidden">{layoutMessages.newWindow}</span>
      </a>
    </nav>
  )
}

interface NavigationLinkProps {
  to: string
  end?: boolean
  icon: LucideIcon
  name: string
  children?: React.ReactNode
}

function NavigationLink({ to, end = false, icon: Icon, name, children }: NavigationLinkProps) {
  return (
    <NavLink to={to} end={end} prefetch="intent" className="rail-item">
      <Icon size={16} aria-hidden />
      {name}
      {children}
    </NavLink>
  )
}
