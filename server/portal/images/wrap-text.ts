import { graphemesOf } from './drawable-text.ts'

/** Returns the width of a text in pixels. */
export type Measure = (text: string) => number

/**
 * Breaks a text into lines that fit a width, and ends the last one with an ellipsis if there is more. A word that is
 * too long for a line is broken.
 */
export function wrapText(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => breakWord(word, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
    if (lines.length > maxLines) break
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  return [...kept.slice(0, -1), withEllipsis(kept.at(-1)!, width, measure)]
}

function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of graphemesOf(word)) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

function withEllipsis(line: string, width: number, measure: Measure): string {
  const letters = graphemesOf(line)
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
