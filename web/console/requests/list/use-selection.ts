import { useRef, useState } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  /** Selects or deselects a row; with `range`, every row from the last one to this. */
  toggle(id: string, range?: boolean): void
  set(ids: string[]): void
  clear(): void
}

/** Tracks the selected rows. Rows no longer shown are no longer selected. */
export function useSelection(shown: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = new Set(shown.filter((id) => chosen.has(id)))
  return {
    selected,
    toggle(id, range) {
      const isSelected = !selected.has(id)
      const next = new Set(selected)
      for (const rowId of range ? between(shown, last.current, id) : [id]) {
        if (isSelected) next.add(rowId)
        else next.delete(rowId)
      }
      last.current = id
      setChosen(next)
    },
    set: (ids) => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}

function between(shown: string[], from: string | undefined, to: string): string[] {
  const [start, end] = [shown.indexOf(from ?? to), shown.indexOf(to)]
  return start < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1)
}
