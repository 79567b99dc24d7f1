import { useEffect, useRef } from 'react'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { rowId } from './use-loaded-rows.tsx'

/**
 * Moves focus to the row of a request that was closed, or to the row now in its place if it was deleted: closing the
 * request removes the focused element.
 */
export function useFocusAfterDetail(openId: string | undefined, ids: string[]) {
  const lastOpen = useRef<{ id: string; index: number }>(undefined)
  useEffect(() => {
    if (openId !== undefined) {
      const index = ids.indexOf(openId)
      // A list that reloaded before the request was closed no longer has its row.
      if (index >= 0 || lastOpen.current?.id !== openId) lastOpen.current = { id: openId, index }
    } else if (lastOpen.current) {
      const { id, index } = lastOpen.current
      lastOpen.current = undefined
      if (isFocusLost()) focusFirst(linkOf(id), index < 0 ? null : (linkOf(ids[index]) ?? linkOf(ids.at(-1))))
    }
  })
}

const linkOf = (id: string | undefined) =>
  id === undefined ? null : document.getElementById(rowId(id))?.querySelector('.row-link')
