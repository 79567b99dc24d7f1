export interface MentionQuery {
  /** Where the @ is. */
  start: number
  /** The part of a name after it. */
  text: string
}

// A name of up to three words, after the start of a line, a space or an opening bracket.
const typedName = /(?:^|[\s([{"'“‘«])@([\p{L}\p{N}.'’_-]{0,40}(?: [\p{L}\p{N}.'’_-]{1,40}){0,2})$/u

/** Finds the @name that is being typed at the end of a text. */
export function findMentionQuery(textBeforeCaret: string): MentionQuery | null {
  const text = typedName.exec(textBeforeCaret)?.[1]
  return text === undefined ? null : { start: textBeforeCaret.length - text.length - 1, text }
}
