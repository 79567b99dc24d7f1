import './settings.css'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { settingsMessages as messages } from '../messages/settings/common.ts'
import { settingsLoader } from './settings-loader.ts'

export const loader = settingsLoader(async ({ home }) => ({ settingsPath: `${home}/settings` }))

const groups = [
  { name: 'workspace', areas: ['workspace', 'members', 'plan'] },
  { name: 'product', areas: ['portal', 'boards', 'tags', 'mail'] },
  { name: 'integrations', areas: ['tracker', 'channels', 'tokens', 'apps', 'webhooks'] },
  { name: 'data', areas: ['import', 'export', 'retention', 'audit'] },
] as const

interface LayoutProps {
  loaderData: Awaited<ReturnType<typeof loader>>
}

/** Renders the list of settings pages beside the page, or above it on a narrow screen. */
export default function Settings({ loaderData: { settingsPath } }: LayoutProps) {
  return (
    <div className="settings">
      <Areas settingsPath={settingsPath} />
      <div className="settings-page">
        <Outlet />
      </div>
    </div>
  )
}

function Areas({ settingsPath }: { settingsPath: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone the list scrolls sideways, and the current page may be out of view.
    const current = pathname && nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - 48 })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={messages.title} className="settings-nav">
      {groups.map(({ name, areas }) => (
        <div key={name} className="settings-nav-group">
          <p className="settings-nav-title">{messages.groups[name]}</p>
          {areas.map((area) => (
            <NavLink
              key={area}
              to={area === 'workspace' ? settingsPath : `${settingsPath}/${area}`}
              end={area === 'workspace'}
              prefetch="intent"
              className="sidebar-item"
            >
              {messages.areas[area]}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}
