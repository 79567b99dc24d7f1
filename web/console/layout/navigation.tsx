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
import { frame } from '../messages/layout.ts'
import type { Frame } from './workspace-layout.tsx'

/** The areas of a workspace, with a count where something waits. */
export function Navigation({ workspace, waiting, portal, can }: Frame) {
  const home = `/w/${workspace.slug}`
  return (
    <nav aria-label={frame.navigation} className="flex flex-col gap-px overflow-y-auto px-2 py-1">
      <Area to={home} end icon={ChartNoAxesColumn} name={frame.overview} />
      <Area to={`${home}/requests`} icon={MessageSquareText} name={frame.requests}>
        {waiting > 0 && (
          <span className="ms-auto rounded-full bg-accent-soft px-2 text-12 text-accent-ink tabular-nums">
            <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
            <span className="visually-hidden">{frame.waiting(waiting)}</span>
          </span>
        )}
      </Area>
      <Area to={`${home}/roadmap`} icon={MapIcon} name={frame.roadmap} />
      <Area to={`${home}/changelog`} icon={Megaphone} name={frame.changelog} />
      <Area to={`${home}/customers`} icon={Users} name={frame.customers} />
      {can.seeSettings && <Area to={`${home}/settings`} icon={Settings} name={frame.settings} />}
      <a href={portal} target="_blank" rel="noopener" className="rail-item">
        <ExternalLink size={16} aria-hidden />
        {frame.portal}
        <span className="visually-hidden">{frame.newWindow}</span>
      </a>
    </nav>
  )
}

interface AreaProps {
  to: string
  end?: boolean
  icon: LucideIcon
  name: string
  children?: React.ReactNode
}

function Area({ to, end = false, icon: Icon, name, children }: AreaProps) {
  return (
    <NavLink to={to} end={end} prefetch="intent" className="rail-item">
      <Icon size={16} aria-hidden />
      {name}
      {children}
    </NavLink>
  )
}
