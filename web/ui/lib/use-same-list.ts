import { useLayoutEffect, useRef } from 'react'

/** Returns the array of the last render while its items stay the same, so that memoized components do not render again. */
export function useSameList<Item>(list: Item[]): Item[] {
  const last = useRef(list)
  const isSame = list.length === last.current.length && list.every((item, index) => item === last.current[index])
  const same = isSame ? last.current : list
  useLayoutEffect(() => {
    last.current = same
  })
  return same
}
