import { Check, CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { use } from 'react'
import { Form, Link, useLocation, useRouteLoaderData } from 'react-router'
import { Kbd } from '../../ui/data/badge.tsx'
import { CommandPaletteContext } from '../command-palette/context.ts'
import { layoutMessages } from '../messages/layout.ts'
import type { WorkspaceLayoutData } from './workspace-layout.tsx'

const themes = [
  { value: 'system', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
] as const

/** Renders the account menu: the signed-in person, appearance, shortcuts, and sign-out. */
export function AccountMenu({ me, id }: WorkspaceLayoutData & { id: string }) {
  return (
    <>
      <button type="button" className="sidebar-item" popoverTarget={id}>
        <CircleUser size={16} aria-hidden />
        <span className="truncate">{me.name}</span>
      </button>
      <div id={id} popover="auto" className="menu-list">
        <p className="menu-title truncate" title={me.email}>
          {me.email}
        </p>
        <Link to="/account" className="menu-item">
          <CircleUser aria-hidden />
          {layoutMessages.account}
        </Link>
        <ShortcutsItem menuId={id} />
        <div className="menu-line" />
        <Appearance />
        <div className="menu-line" />
        <Form method="post" action="/sign-out">
          <button type="submit" name="intent" value="sign-out" className="menu-item">
            <LogOut aria-hidden />
            {layoutMessages.signOut}
          </button>
        </Form>
      </div>
    </>
  )
}

/** Hidden without JavaScript, because the shortcuts need it. */
function ShortcutsItem({ menuId }: { menuId: string }) {
  const { openShortcuts } = use(CommandPaletteContext)
  const open = () => {
    document.getElementById(menuId)?.hidePopover()
    openShortcuts()
  }
  return (
    <button type="button" className="menu-item needs-script" onClick={open}>
      <Keyboard aria-hidden />
      {layoutMessages.shortcuts}
      <Kbd>?</Kbd>
    </button>
  )
}

function Appearance() {
  const { pathname, search } = useLocation()
  const theme = useRouteLoaderData<{ theme: string | null }>('root')?.theme ?? 'system'
  return (
    <Form method="post" action="/appearance">
      <input type="hidden" name="intent" value="appearance" />
      <input type="hidden" name="next" value={`${pathname}${search}`} />
      <p className="menu-title">{layoutMessages.theme}</p>
      {themes.map(({ value, icon: Icon }) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          className="menu-item"
          aria-pressed={theme === value}
        >
          <Icon aria-hidden />
          {layoutMessages.themes[value]}
          {theme === value && <Check className="ms-auto" aria-hidden />}
        </button>
      ))}
    </Form>
  )
}
