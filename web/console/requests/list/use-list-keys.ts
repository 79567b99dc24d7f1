import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { usePrefetchSoon } from '../prefetch/use-prefetch.ts'
import type { OrganizeIntent } from '../stage-changes/pending-stage-change.ts'
import { rowId } from './use-loaded-rows.tsx'

interface ListKeys {
  /** Whether the list is shown: on a narrow screen, an open request takes its place. */
  isVisible: boolean
  ids: string[]
  /** The request that is open beside the list. */
  openId: string | undefined
  detailUrl: (id: string) => string
  selected: ReadonlySet<string>
  onSelect: (id: string) => void
  onClear: () => void
  /** Opens the menu of owner, board or tags for the focused row, or for the selection. */
  onOrganize: (intent: OrganizeIntent) => void
}

/**
 * j and k move focus between rows; with a request open, they open the next or previous one. s, a, b and t act on all
 * selected rows; other keys act on the focused row.
 */
export function useListKeys({ isVisible, ids, openId, detailUrl, selected, onSelect, onClear, onOrganize }: ListKeys) {
  const [active, setActive] = useState(openId)
  const navigate = useNavigate()
  const prefetchSoon = usePrefetchSoon()
  // The request that is open or being opened: keys may be pressed faster than requests open.
  const opening = useRef(openId)
  useLayoutEffect(() => {
    opening.current = openId
  }, [openId])
  const current = ids.indexOf(active ?? '')
  const focusRow = (index: number, direction: 1 | -1) => {
    const id = ids[Math.max(0, Math.min(index, ids.length - 1))]
    if (id === undefined) return
    const row = document.getElementById(rowId(id))
    linkOf(row)?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
    setActive(id)
    if (openId === undefined || id === opening.current) return
    opening.current = id
    // Replaces the history entry, so Back returns to the list.
    navigate(detailUrl(id), { replace: true, preventScrollReset: true })
    const following = ids[ids.indexOf(id) + direction]
    const link = following === undefined ? null : linkOf(document.getElementById(rowId(following)))
    if (link) prefetchSoon(link.href)
  }
  const onActiveRow = (command: (id: string, row: HTMLElement) => void) => () => {
    const row = active === undefined ? null : document.getElementById(rowId(active))
    if (row?.checkVisibility() && ids.includes(active!)) command(active!, row)
  }
  const open = onActiveRow((_, row) => row.querySelector<HTMLElement>('.row-link')?.click())
  const edit = onActiveRow((id) => {
    const url = detailUrl(id)
    navigate(`${url}${url.includes('?') ? '&' : '?'}edit=1`)
  })
  const openStageMenu = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('.request-stage-button')?.click()
  const stage = onActiveRow((_, row) => openStageMenu(row))
  const stageOfSelection = () => {
    const id = active !== undefined && selected.has(active) ? active : ids.find((id) => selected.has(id))
    const row = id === undefined ? null : document.getElementById(rowId(id))
    if (row?.checkVisibility()) openStageMenu(row)
  }
  const organizing = { a: 'owner', b: 'board', t: 'tag' } as const
  const organizeKeys = (toHandler: (intent: OrganizeIntent) => () => void) =>
    Object.fromEntries(Object.entries(organizing).map(([key, intent]) => [key, toHandler(intent)]))
  useShortcuts({
    j: () => focusRow(current + 1, 1),
    k: () => focusRow(current < 0 ? 0 : current - 1, -1),
    o: open,
    Enter: open,
    x: onActiveRow(onSelect),
    // With a request open beside the list, these act on that request.
    ...(openId === undefined && {
      e: edit,
      s: stage,
      ...organizeKeys((intent) => onActiveRow(() => onOrganize(intent))),
    }),
    ...(isVisible &&
      selected.size > 0 && {
        s: stageOfSelection,
        Escape: onClear,
        ...organizeKeys((intent) => () => onOrganize(intent)),
      }),
  })
  return { active, setActive }
}

const linkOf = (row: HTMLElement | null) => row?.querySelector<HTMLAnchorElement>('.row-link')
