import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import { type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import { loadTracker } from '../registry.ts'
import type { Choice, Provider, SessionOptions, Target, TargetMember, Tracker, TrackerSession } from '../tracker.ts'
import type { NewConnection } from './store.ts'

/** The defaults of a connection as people type them: by id, key or name. */
export const DefaultsInput = Strict({
  team: Type.Optional(Text({ min: 1, max: 255 })),
  project: Type.Optional(Text({ min: 1, max: 255 })),
  label: Type.Optional(Type.Array(Text({ min: 1, max: 255 }), { maxItems: 50 })),
  assignee: Type.Optional(Text({ min: 1, max: 255 })),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
})
export type DefaultsInput = Static<typeof DefaultsInput>

type ChoiceKind = Parameters<TrackerSession['listChoices']>[0]

/** A session in which names are being resolved, and the problems found so far. */
interface Resolution {
  tracker: Tracker
  session: TrackerSession
  problems: ProblemDetail[]
}

/**
 * Asks the tracker which account the credential belongs to, and resolves names to ids.
 * @throws {TrackerError}; 400 for each name that is unknown or ambiguous, with the choices.
 */
export async function resolveDefaults(
  provider: Provider,
  access: SessionOptions,
  defaults: DefaultsInput,
): Promise<NewConnection> {
  const tracker = await loadTracker(provider)
  const session = tracker.openSession(access)
  const resolution: Resolution = { tracker, session, problems: unsupportedInputs(tracker, defaults) }
  const account = await session.getAccount()
  const team = await resolveTeam(resolution, defaults)
  // The other choices belong to a team, so they need one first.
  if (resolution.problems.length > 0) throw invalid(resolution.problems)
  const teamId = team?.id ?? null
  const project = await resolveChoice(resolution, 'project', defaults.project, teamId)
  const assignee = await resolveChoice(resolution, 'assignee', defaults.assignee, teamId)
  const labels: (Choice | null)[] = []
  for (const name of defaults.label ?? []) labels.push(await resolveChoice(resolution, 'label', name, teamId))
  if (resolution.problems.length > 0) throw invalid(resolution.problems)
  return {
    provider,
    apiUrl: access.apiUrl,
    credential: access.credential,
    account,
    team,
    project,
    labelIds: [...new Set(labels.map((label) => label!.id))],
    assigneeId: assignee?.id ?? null,
    priority: defaults.priority ?? null,
  }
}

const unsupportedInputs = ({ name, unsupported }: Tracker, { priority }: DefaultsInput): ProblemDetail[] =>
  priority !== undefined && unsupported.includes('priority')
    ? [
        {
          path: '/priority',
          message: `is not supported for issues in ${name}`,
          code: 'unsupported',
          values: { tracker: name },
        },
      ]
    : []

/** Without a name, takes the only team if there is just one. */
async function resolveTeam(resolution: Resolution, { team: name }: DefaultsInput): Promise<Choice | null> {
  const { tracker, session, problems } = resolution
  if (name !== undefined) return resolveChoice(resolution, 'team', name, null)
  if (!tracker.required.includes('teamId')) return null
  const all = await session.listChoices('team', null)
  if (all.length === 1) return all[0]!
  problems.push({ path: '/team', message: `is required; there are ${formatChoices(all)}`, code: 'required' })
  return null
}

/** Returns null and adds a problem if the name is unknown or ambiguous. */
async function resolveChoice(
  resolution: Resolution,
  kind: ChoiceKind,
  name: string | undefined,
  teamId: string | null,
): Promise<Choice | null> {
  if (name === undefined) return null
  const { session, problems } = resolution
  const choices = await session.listChoices(kind, teamId)
  const found = matchChoices(choices, name)
  if (found.choices.length === 1) return found.choices[0]!
  // Only 250 choices are listed, and a Jira label exists only once it is used.
  const unlisted = found.choices.length === 0 ? await resolveUnlistedChoice(session, kind, name, teamId) : null
  if (unlisted !== null) return unlisted
  const message =
    found.choices.length > 1
      ? `"${name}" is the ${found.by} of several; use an id: ${formatChoices(found.choices)}`
      : `"${name}" is not known to the tracker; there are ${formatChoices(choices)}`
  problems.push({ path: `/${kind}`, message, code: 'enum' })
  return null
}

interface ChoiceMatches {
  by: 'id' | 'key' | 'name'
  choices: Choice[]
}

/** Matches by id, then by key, then by name; an exact match beats one that differs in case. */
function matchChoices(choices: Choice[], input: string): ChoiceMatches {
  for (const by of ['id', 'key', 'name'] as const) {
    const exact = choices.filter((choice) => choice[by] === input)
    const similar = choices.filter((choice) => choice[by]?.toLowerCase() === input.toLowerCase())
    const found = exact.length > 0 ? exact : similar
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

/** Looks up a choice by its id, listed or not. */
async function resolveUnlistedChoice(
  session: TrackerSession,
  kind: ChoiceKind,
  id: string,
  teamId: string | null,
): Promise<Choice | null> {
  const emptyTarget: Target = { teamId, projectId: null, labelIds: [], assigneeId: null, priority: null }
  const member = targetMembers[kind]
  const resolved = await session.resolveTarget({ ...emptyTarget, [member]: kind === 'label' ? [id] : id })
  if (resolved.unknown.includes(member)) return null
  if (kind === 'team') return resolved.team
  return kind === 'project' ? resolved.project : { id, name: id, key: null }
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
