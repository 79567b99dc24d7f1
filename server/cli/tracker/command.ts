import { type Command, InvalidArgumentError, Option } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { loadSecretKey } from '../../platform/crypto/secret-key.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { invalid } from '../../platform/problems.ts'
import { OneOf, Strict, Text, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { createTrackerDeps } from '../../tracker/client/session.ts'
import { connectTracker, disconnectTracker, resolveApiUrl } from '../../tracker/connection/connect.ts'
import type { ConnectionContext } from '../../tracker/connection/context.ts'
import { DefaultsInput } from '../../tracker/connection/defaults.ts'
import { checkHealth } from '../../tracker/connection/health.ts'
import { startOAuth } from '../../tracker/connection/oauth.ts'
import { configureTracker } from '../../tracker/connection/settings.ts'
import { setUpManualWebhook } from '../../tracker/connection/webhook-registration.ts'
import { loadTracker } from '../../tracker/registry.ts'
import { type MappedStage, mappedStages } from '../../tracker/sync/stage-mapping.ts'
import { type Provider, providers, type StateType, stateTypes, TrackerError } from '../../tracker/tracker.ts'
import type { CommandIo } from '../command-io.ts'
import { asOperator, type CliContext, findWorkspaceId, parseOptions, withInstance } from '../run-command.ts'
import {
  type CredentialOptions,
  readCredential,
  readWebhookSecret,
  toOptionError,
  validateCredentialOptions,
} from './credential-input.ts'
import {
  configuredText,
  connectedText,
  connectionResult,
  disconnectedText,
  healthText,
  manualWebhookText,
} from './output.ts'

const ConnectOptions = Strict({
  ...DefaultsInput.properties,
  provider: OneOf([...providers]),
  apiUrl: Type.Optional(Text({ min: 8, max: 2048 })),
  email: Type.Optional(Type.String({ 'x-text': true, format: 'email', maxLength: 254 })),
  appId: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z._-]{1,64}$' })),
  installationId: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$' })),
})

const list = (value: string, before: string[] = []): string[] => [...before, value]

export function trackerCommands(program: Command, io: CommandIo): void {
  const tracker = program.command('tracker').description('connect a workspace to an issue tracker')
  connectCommand(tracker, io)
  statusCommand(tracker, io)
  configureCommand(tracker, io)
  webhookCommand(tracker, io)
  disconnectCommand(tracker, io)
}

function connectCommand(tracker: Command, io: CommandIo): void {
  tracker
    .command('connect')
    .description('connect a tracker; verifies the credential and looks up names')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--provider <name>', providers.join(', '))
    .option('--token-stdin', 'read the API key, token, or private key from standard input')
    .option('--oauth', 'connect with OAuth in the browser (Linear, with LINEAR_CLIENT_ID set)')
    .option('--team <name>', 'Linear team, GitHub owner/repository, or Jira project: ID, key, or name')
    .option('--project <name>', 'Linear project, GitHub milestone or Jira epic')
    .option('--label <name>', 'a label for new issues; repeatable', list)
    .option('--assignee <name>', 'the assignee of new issues')
    .option('--priority <0-4>', '0 none, 1 urgent, 2 high, 3 medium, 4 low', parsePriority)
    .option('--email <address>', 'the account that the API token belongs to (Jira)')
    .option('--app-id <id>', 'the GitHub App, with its private key on standard input')
    .option('--installation-id <id>', 'the App’s installation in your organization')
    .option('--api-url <url>', 'the tracker’s API address; required for Jira')
    // Accepts a credential on the command line, so that Heed rejects it and the parser does not repeat it.
    .addOption(new Option('--token [token]').hideHelp())
    .allowExcessArguments()
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, token, ...options }, { args }: Command) =>
      withConnectionContext(io, 'tracker connect', { json, workspace }, (context, secretKey) =>
        connect(io, context, secretKey, workspace, {
          ...options,
          hasInlineCredential: token !== undefined || args.length > 0,
        }),
      ),
    )
    .addHelpText('after', connectExamples)
}

const connectExamples = `
Examples, each with the credential in a file:
  heed tracker connect --workspace acme --provider linear --token-stdin --team ENG < linear-key
  heed tracker connect --workspace acme --provider github --token-stdin --team acme/app < github-token
  heed tracker connect --workspace acme --provider jira --token-stdin --team ENG \\
    --api-url https://acme.atlassian.net --email you@acme.example < jira-token
An address in your own network, or without https, needs OUTBOUND_ALLOW. See docs/operations/trackers.md.`

type TypedOptions = Pick<CredentialOptions, 'tokenStdin' | 'oauth' | 'hasInlineCredential'>

async function connect(
  io: CommandIo,
  context: ConnectionContext,
  secretKey: string,
  workspace: string,
  { tokenStdin, oauth, hasInlineCredential, ...options }: TypedOptions,
): Promise<CommandOutput> {
  const { team, project, label, assignee, priority, ...input } = parseOptions(ConnectOptions, options)
  const { provider } = input
  const tracker = await loadTracker(provider)
  validateCredentialOptions(tracker, { ...input, tokenStdin, oauth, hasInlineCredential })
  const defaults = parseOptions(DefaultsInput, { team, project, label, assignee, priority })
  const apiUrl = await resolveApiUrl(context, provider, input.apiUrl)
  if (oauth) return beginOAuth(context, secretKey, { provider, apiUrl, defaults })
  const credential = await readCredential(tracker, input, io.stdin)
  const connected = await connectTracker(context, { provider, apiUrl, credential }, defaults).catch((error) => {
    throw toOptionError(error)
  })
  const { connection, hasWebhook } = connected
  return {
    result: { workspace, ...connectionResult(connection, hasWebhook) },
    text: connectedText(context.publicUrl, connected),
  }
}

function parsePriority(text: string): number {
  if (/^[0-4]$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number from 0 to 4.')
}

async function beginOAuth(
  context: ConnectionContext,
  secretKey: string,
  input: { provider: Provider; apiUrl: string; defaults: DefaultsInput },
): Promise<CommandOutput> {
  const started = await startOAuth(context, secretKey, input)
  if (started === null) {
    throw invalid([{ path: '/oauth', message: 'needs LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET to be set' }])
  }
  const text = `Open this address within 15 minutes, while the server is running, and share it with no one:\n\n${started.url}`
  return { result: started, text }
}

function statusCommand(tracker: Command, io: CommandIo): void {
  tracker
    .command('status')
    .description('test the connection')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withConnectionContext(io, 'tracker status', { json, workspace }, async (context) => {
        const health = await checkHealth(context)
        if (health === null) return { result: { workspace, status: 'missing' }, text: notConnectedText(workspace) }
        if (health.failure !== null) io.exitStatus = 1
        const { connection, ...stats } = health
        const result = { workspace, ...connectionResult(connection, connection.remote_webhook_id !== null), ...stats }
        return { result, text: healthText(context.publicUrl, health) }
      }),
    )
}

function configureCommand(tracker: Command, io: CommandIo): void {
  tracker
    .command('configure')
    .description('set which stage each issue state maps to, and whether private context is sent')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option(
      '--map <state=stage>',
      `${stateTypes.join(', ')} = ${mappedStages.join(', ')} or none; repeatable`,
      parseMapping,
    )
    .option('--send-context', 'include sourceUrl, metadata, and submitter in issues')
    .option('--no-send-context', 'leave them out (default)')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, map, sendContext }) =>
      withConnectionContext(io, 'tracker configure', { json, workspace }, async (context) => {
        const changes = {
          ...(map && { mapping: map }),
          ...(sendContext !== undefined && { sendsContext: sendContext }),
        }
        const configured = await context.write((tx) => configureTracker(tx, changes))
        if (configured === null) throw notConnected()
        return { result: { workspace, ...configured }, text: configuredText(configured) }
      }),
    )
}

type Mapping = Partial<Record<StateType, MappedStage | null>>

function parseMapping(text: string, before: Mapping = {}): Mapping {
  const [, type = '', stage = ''] = /^([^=]*)=([^=]*)$/.exec(text) ?? []
  const isType = (stateTypes as readonly string[]).includes(type)
  if (isType && stage === 'none') return { ...before, [type]: null }
  if (isType && (mappedStages as readonly string[]).includes(stage)) return { ...before, [type]: stage }
  throw new InvalidArgumentError('It must be a state type and a stage, such as started=in_progress or canceled=none.')
}

function webhookCommand(tracker: Command, io: CommandIo): void {
  tracker
    .command('webhook')
    .description('show the address and a new secret for a webhook that you create in the tracker')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--secret-stdin', 'read the secret that the tracker generated from standard input')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, secretStdin }) =>
      withConnectionContext(io, 'tracker webhook', { json, workspace }, async (context) => {
        const trackerSecret = secretStdin ? await readWebhookSecret(io.stdin) : undefined
        const webhook = await setUpManualWebhook(context, trackerSecret)
        if (webhook === null) throw notConnected()
        const output = { url: webhook.url, secret: trackerSecret === undefined ? webhook.secret : null }
        return { result: { workspace, ...output }, text: manualWebhookText(output) }
      }),
    )
}

function disconnectCommand(tracker: Command, io: CommandIo): void {
  tracker
    .command('disconnect')
    .description('end the connection and delete its credential; issues and links stay')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withConnectionContext(io, 'tracker disconnect', { json, workspace }, async (context) => {
        const ended = await disconnectTracker(context)
        const result = { workspace, disconnected: ended !== null, webhookLeft: ended?.mayLeaveWebhook ?? false }
        return { result, text: ended === null ? notConnectedText(workspace) : disconnectedText(workspace, ended) }
      }),
    )
}

const notConnectedText = (workspace: string): string => `No tracker is connected to ${workspace}.`

const notConnected = () => invalid([{ path: '/workspace', message: 'has no tracker connected' }])

interface CommandOutput {
  result: object
  text: string
}

async function withConnectionContext(
  io: CommandIo,
  title: string,
  { json, workspace }: { json?: boolean; workspace: string },
  work: (context: ConnectionContext, secretKey: string) => Promise<CommandOutput>,
): Promise<void> {
  await withInstance(io, title, json === undefined ? {} : { json }, async (instance) => {
    const workspaceId = await findWorkspaceId(instance, workspace)
    const { settings } = instance
    const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir)
    const outbound = createOutbound(settings.outboundAllow)
    try {
      return await work(
        connectionContextFor(instance, workspaceId, createTrackerDeps({ settings, secretKey, outbound })),
        secretKey,
      )
    } catch (error) {
      if (error instanceof TrackerError) throw new Error(`${error.message}.`)
      throw error
    } finally {
      await outbound.close()
    }
  })
}

function connectionContextFor(
  instance: CliContext,
  workspaceId: string,
  deps: ReturnType<typeof createTrackerDeps>,
): ConnectionContext {
  const { database, settings } = instance
  return {
    ...deps,
    apiUrls: settings.trackerApiUrls,
    scope: { ...systemScope(workspaceId, systemClock()), db: database.db },
    write: <T>(work: (tx: WriteScope) => Promise<T>) => asOperator(instance, workspaceId, work),
  }
}
