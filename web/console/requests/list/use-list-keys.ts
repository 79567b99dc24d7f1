import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { rowId } from './use-loaded-rows.tsx'

interface ListKeys {
  ids: string[]
  /** The request that is open beside the list. */
  openId: string | undefined
  addressOf: (id: string) => string
  onSelect: (id: string) => void
  /** Nothing where nothing is chosen. */
  onClear: (() => void) | undefined
}

/** j and k go from row to row and take the focus along, so that Enter opens; the others are about the row they are at. */
export function useListKeys({ ids, openId, addressOf, onSelect, onClear }: ListKeys) {
  const [active, setActive] = useState(openId)
  const navigate = useNavigate()
  const at = ids.indexOf(active ?? '')
  const go = (to: number) => {
    const id = ids[Math.max(0, Math.min(to, ids.length - 1))]
    if (id === undefined) return
    const row = document.getElementById(rowId(id))
    row?.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
    setActive(id)
  }
  const here = (command: (id: string, row: HTMLElement) => void) => () => {
    const row = active === undefined ? null : document.getElementById(rowId(active))
    if (row?.checkVisibility() && ids.includes(active!)) command(active!, row)
  }
  const open = here((_, row) => row.querySelector<HTMLElement>('.row-link')?.click())
  const edit = here((id) => {
    const address = addressOf(id)
    navigate(`${address}${address.includes('?') ? '&' : '?'}edit=1`)
  })
  const stage = here((_, row) => row.querySelector<HTMLElement>('.request-stage-button')?.click())
  useShortcuts({
    j: () => go(at + 1),
    k: () => go(at < 0 ? 0 : at - 1),
    o: open,
    Enter: open,
    x: here(onSelect),
    // Beside the list they are about the request that is open.
    ...(openId === undefined && { e: edit, s: stage }),
    ...(onClear && { Escape: onClear }),
  })
  return { active, setActive }
}
