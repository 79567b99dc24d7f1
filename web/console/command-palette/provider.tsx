import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../../ui/lib/use-shortcuts.ts'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { CommandPaletteContext, paletteDialogId, shortcutsDialogId } from './context.ts'

const loadPaletteDialog = () => import('./palette-dialog.tsx')
const loadShortcutsDialog = () => import('./shortcuts-dialog.tsx')
const PaletteDialog = lazy(loadPaletteDialog)
const ShortcutsDialog = lazy(loadShortcutsDialog)

interface CommandPaletteProviderProps {
  frame: WorkspaceLayoutData
  children: ReactNode
}

/** The palette and the list of keys, both fetched when they are first asked for, and the keys that lead to the areas. */
export function CommandPaletteProvider({ frame, children }: CommandPaletteProviderProps) {
  const [has, setHas] = useState({ palette: false, keys: false })
  const navigate = useNavigate()
  const home = `/w/${frame.workspace.slug}`
  const go = (path: string) => () => navigate(`${home}${path}`)
  const openPalette = () => (has.palette ? show(paletteDialogId) : setHas({ ...has, palette: true }))
  const openKeys = () => (has.keys ? show(shortcutsDialogId) : setHas({ ...has, keys: true }))
  useShortcuts({
    // Once it is there, it answers to this itself.
    ...(!has.palette && { 'mod+k': openPalette }),
    '?': openKeys,
    'g o': go(''),
    'g r': go('/requests'),
    'g m': go('/roadmap'),
    'g c': go('/changelog'),
    'g u': go('/customers'),
    ...(frame.can.seeSettings && { 'g s': go('/settings') }),
  })
  return (
    <CommandPaletteContext value={{ openPalette, openShortcuts: openKeys, preloadPalette: loadPaletteDialog }}>
      {children}
      <Suspense>{has.palette && <PaletteDialog frame={frame} />}</Suspense>
      <Suspense>{has.keys && <ShortcutsDialog canSeeSettings={frame.can.seeSettings} />}</Suspense>
    </CommandPaletteContext>
  )
}

function show(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
