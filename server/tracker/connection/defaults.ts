import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import { type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import { loadTracker } from '../registry.ts'
import type { Choice, Provider, SessionOptions, Target, TargetMember, Tracker, TrackerSession } from '../tracker.ts'
import type { NewConnection } from './store.ts'

/** The defaults of a connection as people name them: by id, key or name. */
export const DefaultsInput = Strict({
  team: Type.Optional(Text({ min: 1, max: 255 })),
  project: Type.Optional(Text({ min: 1, max: 255 })),
  label: Type.Optional(Type.Array(Text({ min: 1, max: 255 }), { maxItems: 50 })),
  assignee: Type.Optional(Text({ min: 1, max: 255 })),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
})
export type DefaultsInput = Static<typeof DefaultsInput>

type ChoiceKind = Parameters<TrackerSession['listChoices']>[0]

/** A conversation in which choices are made, and what was wrong with them so far. */
interface Resolution {
  tracker: Tracker
  session: TrackerSession
  problems: ProblemDetail[]
}

/**
 * Asks the tracker who the credential belongs to, and turns names into ids.
 * @throws {TrackerError}; 400 naming each wish that nothing, or more than one thing, is called by, with the choices.
 */
export async function resolveDefaults(
  provider: Provider,
  access: SessionOptions,
  wishes: DefaultsInput,
): Promise<NewConnection> {
  const tracker = await loadTracker(provider)
  const session = tracker.openSession(access)
  const choosing: Resolution = { tracker, session, problems: unsupportedInputs(tracker, wishes) }
  const account = await session.getAccount()
  const team = await resolveTeam(choosing, wishes)
  // What belongs to a team can be looked for when there is one.
  if (choosing.problems.length > 0) throw invalid(choosing.problems)
  const teamId = team?.id ?? null
  const project = await resolveChoice(choosing, 'project', wishes.project, teamId)
  const assignee = await resolveChoice(choosing, 'assignee', wishes.assignee, teamId)
  const labels: (Choice | null)[] = []
  for (const wish of wishes.label ?? []) labels.push(await resolveChoice(choosing, 'label', wish, teamId))
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

const unsupportedInputs = ({ name, unsupported: lacks }: Tracker, { priority }: DefaultsInput): ProblemDetail[] =>
  priority !== undefined && lacks.includes('priority')
    ? [{ path: '/priority', message: `cannot be set: an issue of ${name} has none` }]
    : []

/** Without a wish the only team there is will do. */
async function resolveTeam(choosing: Resolution, { team: wish }: DefaultsInput): Promise<Choice | null> {
  const { tracker, session, problems } = choosing
  if (wish !== undefined) return resolveChoice(choosing, 'team', wish, null)
  if (!tracker.required.includes('teamId')) return null
  const all = await session.listChoices('team', null)
  if (all.length === 1) return all[0]!
  problems.push({ path: '/team', message: `is required; there are ${formatChoices(all)}` })
  return null
}

/** Null, and another problem, where the wish cannot be fulfilled. */
async function resolveChoice(
  choosing: Resolution,
  kind: ChoiceKind,
  wish: string | undefined,
  teamId: string | null,
): Promise<Choice | null> {
  if (wish === undefined) return null
  const { session, problems } = choosing
  const choices = await session.listChoices(kind, teamId)
  const found = matchChoices(choices, wish)
  if (found.choices.length === 1) return found.choices[0]!
  // Not everything is among the choices: no more than 250 are, and a label of Jira is there when it is first used.
  const unlisted = found.choices.length === 0 ? await resolveUnlistedChoice(session, kind, wish, teamId) : null
  if (unlisted !== null) return unlisted
  const message =
    found.choices.length > 1
      ? `"${wish}" is the ${found.by} of several; name one by its id: ${formatChoices(found.choices)}`
      : `"${wish}" is not known to the tracker; there are ${formatChoices(choices)}`
  problems.push({ path: `/${kind}`, message })
  return null
}

interface ChoiceMatches {
  by: 'id' | 'key' | 'name'
  choices: Choice[]
}

/** By id, then by key, then by name; what is written just so before what differs in case. */
function matchChoices(choices: Choice[], wish: string): ChoiceMatches {
  for (const by of ['id', 'key', 'name'] as const) {
    const exact = choices.filter((choice) => choice[by] === wish)
    const alike = choices.filter((choice) => choice[by]?.toLowerCase() === wish.toLowerCase())
    const found = exact.length > 0 ? exact : alike
    if (found.length > 0) return { by, choices: found }
  }
  return { by: 'id', choices: [] }
}

const targetMembers: Record<ChoiceKind, TargetMember> = {
  team: 'teamId',
  project: 'projectId',
  label: 'labelIds',
  assignee: 'assigneeId',
}

/** What has the wish as its id, whether it is listed or not. */
async function resolveUnlistedChoice(
  session: TrackerSession,
  kind: ChoiceKind,
  wish: string,
  teamId: string | null,
): Promise<Choice | null> {
  const nothing: Target = { teamId, projectId: null, labelIds: [], assigneeId: null, priority: null }
  const member = targetMembers[kind]
  const inspection = await session.resolveTarget({ ...nothing, [member]: kind === 'label' ? [wish] : wish })
  if (inspection.unknown.includes(member)) return null
  if (kind === 'team') return inspection.team
  return kind === 'project' ? inspection.project : { id: wish, name: wish, key: null }
}

const maxListedChoices = 50

function formatChoices(choices: Choice[]): string {
  const names = choices
    .slice(0, maxListedChoices)
    .map(({ id, key, name }) => `${name} (${[key, id].filter((each) => each !== null && each !== name).join(', ')})`)
    .map((text) => text.replace(' ()', ''))
  const more = choices.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join('; ') || 'none'
}
