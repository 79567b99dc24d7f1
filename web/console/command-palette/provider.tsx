import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeys } from '../../ui/lib/use-shortcuts.ts'
import type { Frame } from '../layout/workspace-layout.tsx'
import { keysId, paletteId, ToolsContext } from './context.ts'

const loadPalette = () => import('./palette-dialog.tsx')
const loadKeys = () => import('./shortcuts-dialog.tsx')
const PaletteDialog = lazy(loadPalette)
const KeysDialog = lazy(loadKeys)

interface HostProps {
  frame: Frame
  children: ReactNode
}

/** The palette and the list of keys, both fetched when they are first asked for, and the keys that lead to the areas. */
export function PaletteHost({ frame, children }: HostProps) {
  const [has, setHas] = useState({ palette: false, keys: false })
  const navigate = useNavigate()
  const home = `/w/${frame.workspace.slug}`
  const go = (path: string) => () => navigate(`${home}${path}`)
  const openPalette = () => (has.palette ? show(paletteId) : setHas({ ...has, palette: true }))
  const openKeys = () => (has.keys ? show(keysId) : setHas({ ...has, keys: true }))
  useKeys({
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
    <ToolsContext value={{ openPalette, openKeys, expectPalette: loadPalette }}>
      {children}
      <Suspense>{has.palette && <PaletteDialog frame={frame} />}</Suspense>
      <Suspense>{has.keys && <KeysDialog canSeeSettings={frame.can.seeSettings} />}</Suspense>
    </ToolsContext>
  )
}

function show(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
