import { type Command, InvalidArgumentError, Option } from 'commander'
import { loadSecretKey, Signer } from '../platform/crypto/secret-key.ts'
import { Vault } from '../platform/crypto/vault.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { invalid } from '../platform/problems.ts'
import { Strict, Type, Uuid } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { createWebhook } from '../webhooks/create.ts'
import { listDeliveries } from '../webhooks/deliveries/queries.ts'
import { replayDelivery, replayEvents } from '../webhooks/deliveries/replay.ts'
import { listWebhooks } from '../webhooks/queries.ts'
import { rotateWebhookSecret } from '../webhooks/rotate-secret.ts'
import {
  allEvents,
  DeliveryFilter,
  deliveryStatuses,
  ReplayRequest,
  SecretRotation,
  type Webhook,
  WebhookCreate,
  type WebhookDelivery,
} from '../webhooks/schema.ts'
import { sendTestEvent } from '../webhooks/send-test.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, type CliContext, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

// Cursors stay in this process, so any key will do.
const signer = new Signer('0'.repeat(32), 'cursors')

export function webhookCommands(program: Command, io: CommandIo): void {
  const webhook = program.command('webhook').description('manage webhooks and their deliveries')
  listCommand(webhook, io)
  createCommand(webhook, io)
  testCommand(webhook, io)
  rotateCommand(webhook, io)
  deliveriesCommand(webhook, io)
  replayCommand(webhook, io)
}

const names = (text: string): string[] => (text === 'all' ? [allEvents] : text.split(',').map((name) => name.trim()))

/** Runs `work` for the workspace of a command, as the operator. */
async function inWorkspace<T>(
  instance: CliContext,
  workspace: string,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  return asOperator(instance, await findWorkspaceId(instance, workspace), work)
}

/** Checks the id of a webhook as it is typed. @throws usage error */
function webhookId(text: string): string {
  if (/^[0-9a-f-]{36}$/i.test(text)) return text
  throw new InvalidArgumentError('It must be the id of a webhook, as shown by webhook list.')
}

function listCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('list')
    .description('list the webhooks of a workspace')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withInstance(io, 'webhook list', { json }, async (instance) => {
        // A workspace has at most 50.
        const { data } = await inWorkspace(instance, workspace, (scope) => listWebhooks(scope, { limit: 100 }, signer))
        return {
          result: { webhooks: data },
          text: data.map(describeWebhook).join('\n') || 'This workspace has no webhooks yet.',
        }
      }),
    )
}

const describeWebhook = ({ id, url, events, disabledReason, lastSuccessAt }: Webhook): string =>
  [
    id,
    disabledReason === null ? 'enabled' : `disabled (${disabledReason})`,
    `last success ${lastSuccessAt ?? 'never'}`,
    events.join(','),
    url,
  ].join('\t')

const openVault = async ({ settings }: CliContext): Promise<Vault> =>
  new Vault(await loadSecretKey(settings.secretKey, settings.dataDir))

function createCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('create')
    .description('create a webhook; its secret is shown only once')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--url <url>', 'where to send events')
    .requiredOption('--events <list>', '"all", or types such as feedback.created,vote.created', names)
    .option('--description <text>', 'what the endpoint is for')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace, ...options }) =>
      withInstance(io, 'webhook create', { json }, async (instance) => {
        const input = parseOptions(WebhookCreate, options)
        const outbound = createOutbound(instance.settings.outboundAllow)
        const vault = await openVault(instance)
        const created = await inWorkspace(instance, workspace, (scope) =>
          createWebhook({ vault, outbound }, scope, input),
        )
        return {
          result: created,
          text: `${created.secret}\n\nSave this secret now: it will not be shown again. The webhook’s id is ${created.id}.`,
        }
      }),
    )
}

function testCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('test')
    .description('send an event of type webhook.test')
    .argument('<id>', 'the id of the webhook, as shown by webhook list', webhookId)
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((id: string, { json, workspace }) =>
      withInstance(io, 'webhook test', { json }, async (instance) => {
        const result = await inWorkspace(instance, workspace, (scope) => sendTestEvent(scope, id))
        return {
          result,
          text: `The test event will be sent at once. See: heed webhook deliveries ${id} --workspace ${workspace}`,
        }
      }),
    )
}

function rotateCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('rotate')
    .description('replace the secret; the new one is shown only once')
    .argument('<id>', 'the id of the webhook, as shown by webhook list', webhookId)
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--overlap-hours <hours>', 'how long the previous secret also signs deliveries, from 0 to 168', Number, 24)
    .option('--json', 'print one JSON object')
    .action((id: string, { json, workspace, ...options }) =>
      withInstance(io, 'webhook rotate', { json }, async (instance) => {
        const input = parseOptions(SecretRotation, options)
        const vault = await openVault(instance)
        const rotated = await inWorkspace(instance, workspace, (scope) =>
          rotateWebhookSecret({ vault }, scope, id, input),
        )
        return { result: rotated, text: `${rotated.secret}\n\nSave this secret now: it will not be shown again.` }
      }),
    )
}

function deliveriesCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('deliveries')
    .description('list the newest deliveries of a webhook')
    .argument('<id>', 'the id of the webhook, as shown by webhook list', webhookId)
    .requiredOption('--workspace <slug>', 'the workspace')
    .addOption(new Option('--status <status>', 'only with this status').choices(deliveryStatuses))
    .option('--event-type <type>', 'only of this type, such as feedback.created')
    .option('--limit <count>', 'how many, up to 100', Number, 25)
    .option('--json', 'print one JSON object')
    .action((id: string, { json, workspace, ...options }) =>
      withInstance(io, 'webhook deliveries', { json }, async (instance) => {
        const filter = parseOptions(DeliveryFilter, options)
        const { data } = await inWorkspace(instance, workspace, (scope) => listDeliveries(scope, id, filter, signer))
        return {
          result: { deliveries: data },
          text: data.map(describeDelivery).join('\n') || 'There are no such deliveries.',
        }
      }),
    )
}

function describeDelivery({ id, createdAt, eventType, status, attempts, nextAttemptAt }: WebhookDelivery): string {
  const last = attempts.at(-1)
  const outcome = last === undefined ? 'not attempted yet' : (last.error ?? `status ${last.responseStatus}`)
  const next = nextAttemptAt === null ? [] : [`next attempt ${nextAttemptAt}`]
  return [
    id,
    createdAt,
    eventType,
    status,
    attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`,
    outcome,
    ...next,
  ].join('\t')
}

const ReplayOptions = Strict({
  ...ReplayRequest.properties,
  delivery: Type.Optional(Uuid()),
  since: Type.Optional(ReplayRequest.properties.since),
})

function replayCommand(webhook: Command, io: CommandIo): void {
  webhook
    .command('replay')
    .description('send a delivery again, or all events in a time range')
    .argument('<id>', 'the id of the webhook, as shown by webhook list', webhookId)
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--delivery <id>', 'the delivery to send again')
    .option('--since <time>', 'send all events from this time on, such as 2026-03-01T00:00:00Z')
    .option('--until <time>', 'with --since: only events before this time')
    .option('--types <list>', 'with --since: only these types, such as feedback.created,vote.created', names)
    .option('--json', 'print one JSON object')
    .action((id: string, { json, workspace, ...options }) =>
      withInstance(io, 'webhook replay', { json }, async (instance) => {
        const { delivery, since, ...range } = parseOptions(ReplayOptions, options)
        if ((delivery === undefined) === (since === undefined)) {
          throw invalid([{ path: '/since', message: 'or --delivery is needed, but not both' }])
        }
        const result = await inWorkspace(instance, workspace, (scope) =>
          delivery === undefined
            ? replayEvents(scope, id, { ...range, since: since! })
            : replayDelivery(scope, id, delivery),
        )
        return { result, text: `${result.count} ${result.count === 1 ? 'delivery' : 'deliveries'} will be sent.` }
      }),
    )
}
