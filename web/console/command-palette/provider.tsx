import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../../ui/lib/use-shortcuts.ts'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { CommandPaletteContext, paletteDialogId, shortcutsDialogId } from './context.ts'
import { useRecentPages } from './recent-pages.ts'
import { recordTyping } from './record-typing.ts'

const loadPaletteDialog = () => import('./palette-dialog.tsx')
const loadShortcutsDialog = () => import('./shortcuts-dialog.tsx')
const PaletteDialog = lazy(loadPaletteDialog)
const ShortcutsDialog = lazy(loadShortcutsDialog)

interface CommandPaletteProviderProps {
  frame: WorkspaceLayoutData
  children: ReactNode
}

/** Provides the palette and the shortcuts dialog, loaded when first opened, and the shortcuts that open each area. */
export function CommandPaletteProvider({ frame, children }: CommandPaletteProviderProps) {
  const [isLoaded, setLoaded] = useState({ palette: false, shortcuts: false })
  const navigate = useNavigate()
  const home = `/w/${frame.workspace.slug}`
  useRecentPages(home)
  const go = (path: string) => () => navigate(`${home}${path}`)
  const stopTyping = useRef<(() => string) | null>(null)
  const takeTyped = () => {
    const typed = stopTyping.current?.() ?? ''
    stopTyping.current = null
    return typed
  }
  const openPalette = () => {
    if (isLoaded.palette) return show(paletteDialogId)
    stopTyping.current ??= recordTyping()
    // Without the palette, as when offline, the page must get its keys back.
    loadPaletteDialog().catch(takeTyped)
    setLoaded({ ...isLoaded, palette: true })
  }
  const openShortcuts = () =>
    isLoaded.shortcuts ? show(shortcutsDialogId) : setLoaded({ ...isLoaded, shortcuts: true })
  useShortcuts({
    // Once loaded, the palette handles this shortcut itself.
    ...(!isLoaded.palette && { 'mod+k': openPalette }),
    '?': openShortcuts,
    'g o': go(''),
    'g i': go('/inbox'),
    'g r': go('/requests'),
    'g m': go('/roadmap'),
    'g c': go('/changelog'),
    'g u': go('/customers'),
    ...(frame.can.seeSettings && { 'g s': go('/settings') }),
  })
  return (
    <CommandPaletteContext value={{ openPalette, openShortcuts, preloadPalette: loadPaletteDialog }}>
      {children}
      <Suspense>{isLoaded.palette && <PaletteDialog frame={frame} takeTyped={takeTyped} />}</Suspense>
      <Suspense>{isLoaded.shortcuts && <ShortcutsDialog canSeeSettings={frame.can.seeSettings} />}</Suspense>
    </CommandPaletteContext>
  )
}

function show(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
