/** The value of the field `owner` that removes the owner. */
export const nobody = 'nobody'

export interface TagChange {
  kind: 'add' | 'remove' | 'create'
  /** The id of the tag, or the name of a new one. */
  value: string
}

/** Formats a change of tags for the field `tag`. */
export const formatTagChange = ({ kind, value }: TagChange): string => `${kind}:${value}`

/** Parses the output of `formatTagChange`. Anything else is an unknown tag, which is rejected. */
export function parseTagChange(text: string): TagChange {
  const [, kind, value] = /^(add|remove|create):(.*)$/s.exec(text) ?? []
  return { kind: (kind ?? 'add') as TagChange['kind'], value: value ?? '' }
}
