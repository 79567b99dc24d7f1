import { useEffect, useRef } from 'react'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { rowId } from './use-loaded-rows.tsx'

/**
 * A request that is closed or deleted takes the focus along. It goes to its row in the list; to the one that is now in
 * its place when the row is gone too.
 */
export function useFocusAfterDetail(openId: string | undefined, ids: string[]) {
  const before = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    if (openId !== undefined) {
      const at = ids.indexOf(openId)
      // A list that was read again before the request was closed has its row no more.
      if (at >= 0 || before.current?.id !== openId) before.current = { id: openId, at }
    } else if (before.current) {
      const { id, at } = before.current
      before.current = undefined
      if (isFocusLost()) focusFirst(linkOf(id), at < 0 ? null : (linkOf(ids[at]) ?? linkOf(ids.at(-1))))
    }
  })
}

const linkOf = (id: string | undefined) =>
  id === undefined ? null : document.getElementById(rowId(id))?.querySelector('.row-link')
