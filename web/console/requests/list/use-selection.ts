import { useRef, useState } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  /** One in or out; with `range`, all from the last one to this. */
  toggle(id: string, range?: boolean): void
  set(ids: string[]): void
  clear(): void
}

/** Which rows are chosen. What is not shown any more is not chosen either. */
export function useSelection(shown: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = new Set(shown.filter((id) => chosen.has(id)))
  return {
    selected,
    toggle(id, range) {
      const isIn = !selected.has(id)
      const next = new Set(selected)
      for (const one of range ? between(shown, last.current, id) : [id]) {
        if (isIn) next.add(one)
        else next.delete(one)
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
