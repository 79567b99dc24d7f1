import { diffWordsWithSpace } from 'diff'

/** A part of two versions of a text. */
export interface TextChange {
  kind: 'same' | 'removed' | 'added'
  text: string
}

// Beyond this many changed words, readers compare the texts as wholes, and the comparison would take long.
const maxChangedWords = 300

/** Compares two versions of a text word by word; as wholes if most of it changed. */
export function listTextChanges(before: string, after: string): TextChange[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxChangedWords })
  if (changes)
    return changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }))
  const whole: TextChange[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return whole.filter(({ text }) => text !== '')
}
