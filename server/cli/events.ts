import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { getLastEventId, listEvents } from '../events/queries.ts'
import { eventTypes } from '../events/types.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import { OneOf, type Static, Strict, Timestamp, Type } from '../platform/schemas.ts'
import { systemScope } from '../platform/system-scope.ts'
import type { CommandIo } from './command-io.ts'
import { type CliContext, deferSignals, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

const TailOptions = Strict({
  workspace: Type.String(),
  since: Type.Optional(Timestamp()),
  type: Type.Optional(Type.Array(OneOf([...eventTypes]))),
  follow: Type.Boolean(),
})
type TailOptions = Static<typeof TailOptions>

const pollMs = 500
const pageSize = 100

export function eventCommands(program: Command, io: CommandIo): void {
  program
    .command('events')
    .description('follow what happens in a workspace')
    .command('tail')
    .description('print events as they happen, until interrupted')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--since <time>', 'first print the events from this time on, such as 2026-03-01T00:00:00Z')
    .addOption(new Option('--type <type...>', 'only these types').choices(eventTypes))
    .option('--no-follow', 'stop after the events that exist')
    .option('--json', 'print one JSON object per line, as the API returns it')
    .action(({ json, ...options }) =>
      withInstance(io, 'events tail', { json }, async (instance) => {
        const count = await tail(instance, io, parseOptions(TailOptions, options), json === true)
        return { result: null, text: count === 1 ? '1 event.' : `${count} events.` }
      }),
    )
}

/** Prints events until a signal, or until the reader of the output is gone. @returns how many */
async function tail(
  { database, settings }: CliContext,
  io: CommandIo,
  options: TailOptions,
  json: boolean,
): Promise<number> {
  const { workspace, since, type, follow } = options
  const workspaceId = await findWorkspaceId({ database, settings }, workspace)
  using signals = deferSignals()
  let isOpen = true
  io.stdout.on('error', () => {
    isOpen = false
  })
  const scope = { ...systemScope(workspaceId, new Date().toISOString()), db: database.db }
  // Cursors stay in this process, so any key will do.
  const signer = new Signer('0'.repeat(32), 'cursors')
  let after = since === undefined && follow ? await getLastEventId(scope) : null
  let count = 0
  while (isOpen && signals.received === null) {
    const from = after === null ? { since } : { after }
    const newest: string | null = await getLastEventId(scope)
    const { data } = await listEvents(scope, { limit: pageSize, ...from, type } as never, signer)
    for (const text of data) {
      const event = JSON.parse(text) as TailedEvent
      io.stdout.write(`${json ? text : formatEvent(event)}\n`)
      after = event.id
    }
    count += data.length
    if (data.length === pageSize) continue
    if (!follow) break
    // Goes past events of other types, because the last one of these types may expire.
    if (newest !== null && newest > (after ?? '')) after = newest
    await sleep(pollMs)
  }
  return count
}

interface TailedEvent {
  id: string
  type: string
  timestamp: string
  actor: { type: string; name: string | null }
  data: { id?: string; feedbackId?: string; title?: string; name?: string | null }
}

// Texts come from customers; a terminal must not obey control characters in them.
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, ' ')

function formatEvent({ type, timestamp, actor, data }: TailedEvent): string {
  const title = data.title ?? data.name ?? ''
  return [timestamp, type.padEnd(23), data.id ?? data.feedbackId ?? '', actor.name ?? actor.type, title]
    .map(printable)
    .join('  ')
    .trimEnd()
}
