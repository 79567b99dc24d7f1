import { type Detail, invalid } from '../../platform/problems.ts'
import { type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import type { NewConnection } from './store.ts'
import { trackerOf } from '../registry.ts'
import type { Access, Choice, Provider, Target, TargetMember, Tracker, TrackerSession } from '../tracker.ts'

/** The defaults of a connection as people name them: by id, key or name. */
export const Wishes = Strict({
  team: Type.Optional(Text({ min: 1, max: 255 })),
  project: Type.Optional(Text({ min: 1, max: 255 })),
  label: Type.Optional(Type.Array(Text({ min: 1, max: 255 }), { maxItems: 50 })),
  assignee: Type.Optional(Text({ min: 1, max: 255 })),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
})
export type Wishes = Static<typeof Wishes>

type Kind = Parameters<TrackerSession['choices']>[0]

/** A conversation in which choices are made, and what was wrong with them so far. */
interface Choosing {
  tracker: Tracker
  session: TrackerSession
  problems: Detail[]
}

/**
 * Asks the tracker who the credential belongs to, and turns names into ids.
 * @throws {TrackerError}; 400 naming each wish that nothing, or more than one thing, is called by, with the choices.
 */
export async function chooseDefaults(provider: Provider, access: Access, wishes: Wishes): Promise<NewConnection> {
  const tracker = await trackerOf(provider)
  const session = tracker.open(access)
  const choosing: Choosing = { tracker, session, problems: lackingWishes(tracker, wishes) }
  const account = await session.account()
  const team = await pickTeam(choosing, wishes)
  // What belongs to a team can be looked for when there is one.
  if (choosing.problems.length > 0) throw invalid(choosing.problems)
  const teamId = team?.id ?? null
  const project = await pick(choosing, 'project', wishes.project, teamId)
  const assignee = await pick(choosing, 'assignee', wishes.assignee, teamId)
  const labels: (Choice | null)[] = []
  for (const wish of wishes.label ?? []) labels.push(await pick(choosing, 'label', wish, teamId))
  if (choosing.problems.length > 0) throw invalid(choosing.problems)
  return {
    provider,
    apiUrl: access.apiUrl,
    credential: access.credential,
    account,
    team,
    project,
    labelIds: [...new Set(labels.map((label) => label!.id))],
    assigneeId: assignee?.id ?? null,
    priority: wishes.priority ?? null,
  }
}

const lackingWishes = ({ name, lacks }: Tracker, { priority }: Wishes): Detail[] =>
  priority !== undefined && lacks.includes('priority')
    ? [{ path: '/priority', message: `cannot be set: an issue of ${name} has none` }]
    : []

/** Without a wish the only team there is will do. */
async function pickTeam(choosing: Choosing, { team: wish }: Wishes): Promise<Choice | null> {
  const { tracker, session, problems } = choosing
  if (wish !== undefined) return pick(choosing, 'team', wish, null)
  if (!tracker.needs.includes('teamId')) return null
  const all = await session.choices('team', null)
  if (all.length === 1) return all[0]!
  problems.push({ path: '/team', message: `is required; there are ${listed(all)}` })
  return null
}

/** Null, and another problem, where the wish cannot be fulfilled. */
async function pick(
  choosing: Choosing,
  kind: Kind,
  wish: string | undefined,
  teamId: string | null,
): Promise<Choice | null> {
  if (wish === undefined) return null
  const { session, problems } = choosing
  const choices = await session.choices(kind, teamId)
  const found = foundBy(choices, wish)
  if (found.choices.length === 1) return found.choices[0]!
  // Not everything is among the choices: no more than 250 are, and a label of Jira is there when it is first used.
  const unlisted = found.choices.length === 0 ? await unlistedChoice(session, kind, wish, teamId) : null
  if (unlisted !== null) return unlisted
  const message =
    found.choices.length > 1
      ? `"${wish}" is the ${found.by} of several; name one by its id: ${listed(found.choices)}`
      : `"${wish}" is not known to the tracker; there are ${listed(choices)}`
  problems.push({ path: `/${kind}`, message })
  return null
}

interface Found {
  by: 'id' | 'key' | 'name'
  choices: Choice[]
}

/** By id, then by key, then by name; what is written just so before what differs in case. */
function foundBy(choices: Choice[], wish: string): Found {
  for (const by of ['id', 'key', 'name'] as const) {
    const exact = choices.filter((choice) => choice[by] === wish)
    const alike = choices.filter((choice) => choice[by]?.toLowerCase() === wish.toLowerCase())
    const found = exact.length > 0 ? exact : alike
    if (found.length > 0) return { by, choices: found }
  }
  return { by: 'id', choices: [] }
}

const memberOf: Record<Kind, TargetMember> = {
  team: 'teamId',
  project: 'projectId',
  label: 'labelIds',
  assignee: 'assigneeId',
}

/** What has the wish as its id, whether it is listed or not. */
async function unlistedChoice(
  session: TrackerSession,
  kind: Kind,
  wish: string,
  teamId: string | null,
): Promise<Choice | null> {
  const nothing: Target = { teamId, projectId: null, labelIds: [], assigneeId: null, priority: null }
  const member = memberOf[kind]
  const inspection = await session.inspect({ ...nothing, [member]: kind === 'label' ? [wish] : wish })
  if (inspection.unknown.includes(member)) return null
  if (kind === 'team') return inspection.team
  return kind === 'project' ? inspection.project : { id: wish, name: wish, key: null }
}

const listedAtMost = 50

function listed(choices: Choice[]): string {
  const names = choices
    .slice(0, listedAtMost)
    .map(({ id, key, name }) => `${name} (${[key, id].filter((each) => each !== null && each !== name).join(', ')})`)
    .map((text) => text.replace(' ()', ''))
  const more = choices.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join('; ') || 'none'
}
