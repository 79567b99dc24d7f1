export interface Mentionable {
  id: string
  name: string
}

// Part of an address or of a word.
const before = /[\p{L}\p{N}._%+-]$/u
const after = /^[\p{L}\p{N}]/u

/**
 * Finds the members that a text names with an @: the longest name that fits at each place. Names may differ in case.
 * @param chosen the ids that the author picked, which decide between members of the same name
 * @returns each member once, with the name as it is in the text
 */
export function findMentions(text: string, members: Mentionable[], chosen: ReadonlySet<string>): Mentionable[] {
  const found = new Map<string, string>()
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (before.test(text.slice(Math.max(0, at - 2), at))) continue
    const fitting = members.filter(({ name }) => isAt(text, at + 1, name))
    const longest = Math.max(...fitting.map(({ name }) => name.length))
    const named = fitting.filter(({ name }) => name.length === longest)
    const picked = named.filter(({ id }) => chosen.has(id))
    for (const { id, name } of picked.length > 0 ? picked : named)
      if (!found.has(id)) found.set(id, text.slice(at + 1, at + 1 + name.length))
  }
  return [...found].map(([id, name]) => ({ id, name }))
}

const isAt = (text: string, at: number, name: string): boolean =>
  text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() && !after.test(text.slice(at + name.length))
