import { Check, ChevronsUpDown, Menu, X } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { SearchButton } from '../command-palette/search-button.tsx'
import { layoutMessages } from '../messages/layout.ts'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import type { WorkspaceLayoutData } from './workspace-layout.tsx'
import { WorkspaceLogo } from './workspace-logo.tsx'

/** Renders the navigation: a column beside the page, or a drawer on a narrow screen. */
export function Sidebar(props: WorkspaceLayoutData) {
  return (
    <>
      <aside className="sticky top-0 flex h-dvh w-56 shrink-0 flex-col border-line border-e max-md:hidden">
        <SidebarContent {...props} id="sidebar" />
      </aside>
      <TopBar {...props} />
    </>
  )
}

/** Memoized, because opening a page renders the layout again, and this stays the same. */
const SidebarContent = memo(({ id, ...props }: WorkspaceLayoutData & { id: string }) => {
  return (
    <>
      <div className="flex flex-col gap-2 p-2">
        <WorkspaceSwitcher {...props} id={`${id}-workspaces`} />
        <SearchButton home={`/w/${props.workspace.slug}`} />
      </div>
      <Navigation {...props} />
      <div className="mt-auto border-line border-t p-2">
        <AccountMenu {...props} id={`${id}-account`} />
      </div>
    </>
  )
})

function TopBar(props: WorkspaceLayoutData) {
  const drawer = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    // Every navigation closes the drawer.
    if (key) drawer.current?.hidePopover()
  }, [key])
  return (
    <header className="sticky top-0 z-20 flex items-center gap-2 border-line border-b bg-page px-2 py-1 md:hidden">
      <button type="button" className="sidebar-item w-auto" popoverTarget="drawer" aria-label={layoutMessages.menu}>
        <Menu size={20} aria-hidden />
      </button>
      <WorkspaceLogo {...props.workspace} />
      <span className="truncate font-medium" dir="auto">
        {props.workspace.name}
      </span>
      <SearchButton home={`/w/${props.workspace.slug}`} iconOnly />
      <div id="drawer" ref={drawer} popover="auto" className="drawer" role="dialog" aria-label={layoutMessages.menu}>
        <button
          type="button"
          className="sidebar-item w-auto self-end"
          popoverTarget="drawer"
          popoverTargetAction="hide"
          aria-label={layoutMessages.closeMenu}
        >
          <X size={20} aria-hidden />
        </button>
        <SidebarContent {...props} id="drawer" />
      </div>
    </header>
  )
}

/** Shows the current workspace, with a menu if the person has several. */
function WorkspaceSwitcher({ workspace, workspaces, id }: WorkspaceLayoutData & { id: string }) {
  const current = (
    <>
      <WorkspaceLogo {...workspace} />
      <span className="truncate font-semibold" title={workspace.name} dir="auto">
        {workspace.name}
      </span>
    </>
  )
  if (workspaces.length < 2) return <div className="sidebar-item">{current}</div>
  return (
    <>
      <button type="button" className="sidebar-item" popoverTarget={id}>
        <span className="visually-hidden">{layoutMessages.switchWorkspace}: </span>
        {current}
        <ChevronsUpDown size={16} className="ms-auto text-faint" aria-hidden />
      </button>
      <nav id={id} popover="auto" className="menu-list" aria-label={layoutMessages.switchWorkspace}>
        <ul>
          {workspaces.map((other) => (
            <li key={other.slug}>
              <Link
                to={`/w/${other.slug}`}
                className="menu-item"
                aria-current={other.slug === workspace.slug ? 'true' : undefined}
              >
                <WorkspaceLogo {...other} />
                <span className="truncate" dir="auto">
                  {other.name}
                </span>
                {other.slug === workspace.slug && <Check className="ms-auto" aria-hidden />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
