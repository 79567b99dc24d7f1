import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** One way in which a request may contain a word: it has all of these terms. */
export interface Alternative {
  terms: string[]
  /** The last word as typed, if more of it may follow; null otherwise. */
  beginning: string | null
}

/** A word of a query, and every way in which a request may contain it. */
export interface QueryWord {
  /** As typed, folded and without separators. */
  text: string
  exact: Alternative[]
  /** Terms of the word joined with a neighbor: "log in" as "login". */
  joined: Alternative[]
}

// More words make a search slower and rarely better.
const maxWords = 10

// Characters within compounds such as "two-way" and "Node.js" do not separate.
const separators = /[\s,;:!?"“”„«»()[\]{}<>|/\\、。・「」]+/u
const compound = /(?<=[\p{L}\p{N}])[-‐‑.](?=[\p{L}\p{N}])/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u

interface Analysis {
  words: string[]
  /** Null for English stop words. */
  stems: (string | null)[]
}

/**
 * Parses a text into words with their stems. English stop words are left out, so the result may be empty even if the
 * text is not.
 */
export async function parseQuery({ db }: Scope, text: string): Promise<QueryWord[]> {
  const chunks = text
    .normalize('NFKC')
    .split(separators)
    .filter((chunk) => /[\p{L}\p{N}]/u.test(chunk))
    .slice(0, maxWords)
  if (chunks.length === 0) return []
  const parts = chunks.map((chunk) => chunk.split(compound).filter((part) => part !== ''))
  const joined = parts.map((each) => (each.length > 1 ? each.join('') : ''))
  const pairs = chunks.slice(0, -1).map((chunk, index) => chunk + chunks[index + 1])
  const analyses = await analyze(db, [...parts.flat(), ...joined, ...pairs])
  const takeNext = (count: number) => analyses.splice(0, count)
  const analyzedParts = parts.map((each) => takeNext(each.length))
  const analyzedJoined = takeNext(chunks.length)
  const analyzedPairs = takeNext(pairs.length)
  return chunks.flatMap((_, index) => {
    const isLast = index === chunks.length - 1
    const exact = [toAlternative(analyzedParts[index]!, isLast), toAlternative([analyzedJoined[index]!], isLast)]
    const neighbors = [analyzedPairs[index - 1], analyzedPairs[index]].filter((pair) => pair !== undefined)
    const word: QueryWord = {
      text: analyzedParts[index]!.flatMap(({ words }) => words).join(''),
      exact: exact.filter(({ terms }) => terms.length > 0),
      joined: neighbors.map((pair) => toAlternative([pair], false)).filter(({ terms }) => terms.length === 1),
    }
    return exact[0]!.terms.length === 0 ? [] : [word]
  })
}

async function analyze(db: Scope['db'], pieces: string[]): Promise<Analysis[]> {
  const { rows } = await sql<Analysis>`
    select words, array(select search_stem(word) from unnest(words) with ordinality w (word, n) order by n) as stems
    from unnest(${pieces}::text[]) with ordinality p (piece, n), search_words(piece) words order by n`.execute(db)
  return rows
}

function toAlternative(analyses: Analysis[], isLast: boolean): Alternative {
  const last = analyses.at(-1)?.words.at(-1) ?? ''
  const stems = analyses.flatMap(requiredStems)
  const terms = [...new Set(stems.filter((stem) => stem !== null))]
  // The beginning replaces the last term, so both must come from the same word. In "sign-up", the last word is a stop word
  // without a term.
  const isLastTerm = terms.length > 0 && stems.at(-1) === terms.at(-1)
  // Pairs of characters find every beginning already. A single character is the beginning of a pair.
  const isOpen = isLast && isLastTerm && (!unspaced.test(last) || [...last].length === 1)
  return { terms, beginning: isOpen ? last : null }
}

/**
 * Returns the stem of each word, or null if it is not required: for stop words, and for single characters of a script
 * without spaces if there are pairs, which say more.
 */
function requiredStems({ words, stems }: Analysis): (string | null)[] {
  const isUnspaced = (word: string) => unspaced.test(word)
  const hasPairs = words.some((word) => isUnspaced(word) && [...word].length > 1)
  return stems.map((stem, index) => {
    const word = words[index]!
    return hasPairs && isUnspaced(word) && [...word].length === 1 ? null : stem
  })
}
