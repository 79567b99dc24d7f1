import { foldLetterSymbols, skeletonOf } from '../platform/formats/skeleton.ts'
import { cleanLine, isVisibleText } from '../platform/formats/visible-text.ts'
import { nilUuid } from '../platform/ids.ts'
import { invalid, type Problem } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { customerNameMessages as messages } from './messages.ts'
import { reservedParts, reservedWords } from './reserved-words.ts'

/** Returns a name in the form in which it is stored and shown; null if it has no visible characters. */
export function displayName(name: string | null): string | null {
  const clean = cleanLine(name ?? '')
  return isVisibleText(clean) ? clean : null
}

// A name appears next to everything that its owner wrote, and it is not reviewed, so it must not advertise.
const addressPattern = /:\/\/|\bwww\.|\S@\S+\.\S/i

/** The people and the workspace that a name must not resemble. */
export interface Team {
  workspaceName: string
  /** The names of the team's members. */
  memberNames: string[]
}

/**
 * Returns a name that a customer chose for themself, as it is stored. The empty string clears the name.
 * @throws 400 if it has no visible characters, contains a web or email address, or resembles the team's
 */
export async function checkOwnName(scope: Scope, customerId: string | null, name: string): Promise<string> {
  if (name.trim() === '') return ''
  const shown = displayName(name)
  if (shown === null) throw nameProblem(messages.invisible)
  if (addressPattern.test(shown.normalize('NFKC'))) throw nameProblem(messages.address)
  const team = await loadTeam(scope, customerId)
  if (resemblesTeam(shown, team)) throw nameProblem(messages.resemblesTeam({ workspace: team.workspaceName }))
  return shown
}

const nameProblem = (message: string): Problem => invalid([{ path: '/name', message }])

/** Loads the names to protect. Team members may use their own name, so an address of theirs is left out. */
async function loadTeam({ db, workspaceId }: Scope, customerId: string | null): Promise<Team> {
  const [workspace, members] = await Promise.all([
    db.selectFrom('workspaces').select('name').where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow(),
    db
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.id', 'members.account_id')
      .leftJoin('customers', (join) =>
        join
          .onRef('customers.workspace_id', '=', 'members.workspace_id')
          // Not null, because Citus would then query the members on all nodes.
          .on('customers.id', '=', customerId ?? nilUuid)
          .on((eb) => eb(eb.fn('lower', ['customers.email']), '=', eb.fn('lower', ['members.email']))),
      )
      .select('accounts.name')
      .where('members.workspace_id', '=', workspaceId)
      .where('customers.id', 'is', null)
      .execute(),
  ])
  return { workspaceName: workspace.name, memberNames: members.map(({ name }) => name) }
}

/**
 * Returns whether people could take the name for one of the team: its words, the workspace's name or a member's name.
 */
export const resemblesTeam = (name: string, { workspaceName, memberNames }: Team): boolean =>
  readings.some((split) => {
    const words = split(name)
    const read = { words: words.map(skeletonOf), whole: skeletonOf(words.join('')) }
    return (
      usesReservedWords(words, read.whole) ||
      resemblesWorkspace(read, workspaceName) ||
      memberNames.some((member) => resemblesMember(read, member))
    )
  })

/** The skeletons of a name. */
interface ReadName {
  words: string[]
  /** All of them without spaces. */
  whole: string
}

/** The ways to split a name into words: “te@m” is one, “Mia@Tidepool” and “TidepoolTeam” are two. */
const readings = [
  (name: string) => splitWords(name, /[^\p{L}\p{N}\p{M}@$€!|]+/gu),
  (name: string) => splitWords(name, /[^\p{L}\p{N}\p{M}]+/gu),
  (name: string) => splitWords(name, /[^\p{L}\p{N}\p{M}]+|(?<=\p{Ll})(?=\p{Lu})/gu),
]

/** Splits a name at a pattern. Letters that stand alone (“T e a m”) are one word. */
function splitWords(name: string, separator: RegExp): string[] {
  const visible = foldLetterSymbols(name)
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{C}]+/gu, '')
  const spaced = visible.replaceAll(separator, ' ').trim()
  return spaced.replaceAll(/(?<=^| )(\S\p{M}*) (?=\S\p{M}*(?: |$))/gu, '$1').split(' ')
}

const reserved = new Set(reservedWords.flatMap((word) => [skeletonOf(word), skeletonOf(`${word}s`)]))
const parts = reservedParts.map(skeletonOf)
// Long enough not to be part of another name. “Falstaff” is a name.
const affixes = ['support', 'moderator', 'official', 'administrator', 'helpdesk'].map(skeletonOf)

const usesReservedWords = (words: string[], whole: string): boolean =>
  [...words, ...words.map((word) => word.replace(/(?<=\D)\d+$/u, ''))].map(skeletonOf).some(isChain) ||
  isChain(whole) ||
  parts.some((part) => whole.includes(part)) ||
  affixes.some((affix) => whole.startsWith(affix) || whole.endsWith(affix))

/** Returns whether a word consists of reserved words only, such as “supportteam”. */
const isChain = (word: string): boolean =>
  [...reserved].some(
    (first) => word.startsWith(first) && (word.length === first.length || isChain(word.slice(first.length))),
  )

// Shorter names of workspaces are parts of other names, so they are compared word by word.
const minContained = 5

function resemblesWorkspace({ words, whole }: ReadName, workspaceName: string): boolean {
  const own = readings[1]!(workspaceName).map(skeletonOf)
  const compact = own.join('')
  if (compact === '') return false
  const hasWords = own.every((word) => words.includes(word))
  return hasWords || whole === compact || (compact.length >= minContained && whole.includes(compact))
}

/** Compares with a full name in any order; with a first name alone, only the whole name. */
function resemblesMember({ words, whole }: ReadName, member: string): boolean {
  const own = readings[1]!(member).map(skeletonOf)
  const compact = own.join('')
  if (compact === '') return false
  return own.length === 1 ? whole === compact : own.every((word) => words.includes(word)) || whole.includes(compact)
}
