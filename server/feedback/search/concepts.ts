/**
 * Words with which customers ask for the same thing, as the stems that PostgreSQL's English stemmer returns. A term of
 * several words needs all of them.
 */
const concepts: string[][] = [
  ['dark', 'night'],
  ['mode', 'theme'],
  ['login', 'signin', 'sign'],
  ['sso', 'singl sign'],
  ['2fa', 'mfa', 'two factor'],
  ['export', 'download'],
  ['import', 'importer', 'migrat'],
  ['remind', 'alert', 'notif'],
  ['delet', 'remov', 'eras'],
  ['undo', 'restor', 'recov', 'undelet'],
  ['repeat', 'recur', 'period'],
  ['edit', 'chang', 'modifi'],
  ['bulk', 'many', 'batch', 'mass'],
  ['multipl', 'sever', 'many'],
  ['assign', 'assigne', 'owner'],
  ['vacat', 'holiday', 'leav', 'absenc', 'away', 'pto'],
  ['appl', 'icloud'],
  ['mobil', 'phone', 'smartphon'],
  ['email', 'mail'],
  ['daili', 'day'],
  ['weekli', 'week'],
  ['month', 'monthli'],
  ['year', 'yearli', 'annual'],
  ['sync', 'synchron', 'integr', 'connect'],
  ['translat', 'languag', 'local'],
  ['two way', 'bidirect'],
  ['ms', 'microsoft'],
  ['excel', 'spreadsheet', 'xlsx'],
  ['imag', 'pictur', 'photo', 'screenshot'],
  ['invoic', 'bill', 'receipt'],
  ['slow', 'slowli', 'perform', 'speed', 'faster', 'lag'],
  ['crash', 'freez', 'hang'],
  ['hotkey', 'keyboard shortcut'],
  ['permiss', 'role'],
  ['attach', 'file', 'document'],
  ['colour', 'color'],
  ['domain', 'cname'],
  ['view', 'chart', 'diagram'],
]

/**
 * Things of one kind, as stems: a request for Apple's calendar is often a duplicate of one for Google's, but a word alone
 * is no match.
 */
const kinds: string[][] = [['appl', 'icloud', 'googl', 'outlook', 'microsoft']]

const synonymsByStem = new Map<string, string[][]>()
for (const concept of concepts) {
  for (const name of concept) {
    const others = concept.filter((other) => other !== name).map((other) => other.split(' '))
    synonymsByStem.set(name, [...(synonymsByStem.get(name) ?? []), ...others])
  }
}

/** Returns the synonyms of a stem; each consists of one or more stems. */
export const synonymsOf = (stem: string): string[][] => synonymsByStem.get(stem) ?? []

/** Returns the stems of other things of the same kind. */
export const siblingsOf = (stem: string): string[] => kinds.filter((kind) => kind.includes(stem)).flat()

/** Every stem of the concepts and kinds. */
export const conceptStems: string[] = [...new Set([...concepts, ...kinds].flat().flatMap((name) => name.split(' ')))]

/** Words that say nothing about the subject of a request, in addition to the stop words. As typed, in lower case. */
export const fillerWords: ReadonlySet<string> = new Set(
  `able add added allow also always app apps application better bring button can't cannot could easier enable ever every feature get give
  good great have help idea implement improve improved improvement integrate integration integrations just let like make maybe missing must my
  need needed needs new nice option options our own please possibility possible provide really request should show
  some suggestion support supported thanks use used user users using want way wish work working works would your`.split(
    /\s+/,
  ),
)
