import { diffWordsWithSpace } from 'diff'

/** A part of two versions of a text. */
export interface TextChange {
  kind: 'same' | 'removed' | 'added'
  text: string
}

// With more changed words, a word-by-word comparison is hard to read and takes long to compute.
const maxChangedWords = 300

/** Compares two versions of a text word by word, or as wholes if too many words have changed. */
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
