import './settings.css'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { settingsMessages as messages } from '../messages/settings/common.ts'
import { settingsLoader } from './settings-loader.ts'

export const loader = settingsLoader(async ({ home }) => ({ home: `${home}/settings` }))

const areas = [
  'workspace',
  'portal',
  'boards',
  'tags',
  'members',
  'tokens',
  'tracker',
  'mail',
  'audit',
  'plan',
] as const

interface LayoutProps {
  loaderData: Awaited<ReturnType<typeof loader>>
}

/** Every page of the settings has the list of them beside it; above it where there is no room. */
export default function Settings({ loaderData: { home } }: LayoutProps) {
  return (
    <div className="settings">
      <Areas home={home} />
      <div className="settings-page">
        <Outlet />
      </div>
    </div>
  )
}

function Areas({ home }: { home: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a phone the list is a strip, and where one is may be out of sight.
    const here = pathname && nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (here) nav.current?.scrollTo({ left: here.offsetLeft - 48 })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={messages.title} className="settings-nav">
      <p className="settings-nav-title" aria-hidden>
        {messages.title}
      </p>
      {areas.map((area) => (
        <NavLink
          key={area}
          to={area === 'workspace' ? home : `${home}/${area}`}
          end={area === 'workspace'}
          prefetch="intent"
          className="rail-item"
        >
          {messages.areas[area]}
        </NavLink>
      ))}
    </nav>
  )
}
