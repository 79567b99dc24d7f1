import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { createChannel } from '../../webhooks/channels/create.ts'
import { deleteChannel } from '../../webhooks/channels/delete.ts'
import { listChannelDeliveries } from '../../webhooks/channels/log.ts'
import { getChannel, listChannelBoards, listChannels } from '../../webhooks/channels/queries.ts'
import { resendMessage, sendTestMessage } from '../../webhooks/channels/send.ts'
import { updateChannel } from '../../webhooks/channels/update.ts'
import { createWebhook } from '../../webhooks/create.ts'
import { deleteWebhook } from '../../webhooks/delete.ts'
import { listDeliveries } from '../../webhooks/deliveries/queries.ts'
import { replayDelivery, replayEvents } from '../../webhooks/deliveries/replay.ts'
import { getWebhook, listWebhooks } from '../../webhooks/queries.ts'
import { rotateWebhookSecret } from '../../webhooks/rotate-secret.ts'
import { sendTestEvent } from '../../webhooks/send-test.ts'
import { updateWebhook } from '../../webhooks/update.ts'
import { testSecretKey } from '../test-app.ts'
import { administrators, type PermissionProbe } from './permission-probe.ts'

const signer = new Signer(testSecretKey, 'permission probes')
const webhookDeps = { vault: new Vault(testSecretKey), outbound: { refuse: async () => null } }

/** The verbs of webhooks and channels. */
export const webhookProbes: Record<string, PermissionProbe> = {
  'webhooksCan.see': {
    allowed: administrators,
    verbs: {
      listWebhooks: (tx) => listWebhooks(tx, {}, signer),
      getWebhook,
      listDeliveries: (tx, id) => listDeliveries(tx, id, {}, signer),
      listChannels,
      getChannel,
      listChannelBoards,
      listChannelDeliveries,
    },
  },
  'webhooksCan.manage': {
    allowed: administrators,
    verbs: {
      createWebhook: (tx) => createWebhook(webhookDeps, tx, { url: 'https://example.com', events: ['vote.created'] }),
      updateWebhook: (tx, id) => updateWebhook(webhookDeps, tx, id, { enabled: false }),
      rotateWebhookSecret: (tx, id) => rotateWebhookSecret(webhookDeps, tx, id, {}),
      deleteWebhook,
      sendTestEvent,
      replayDelivery: (tx, id) => replayDelivery(tx, id, id),
      replayEvents: (tx, id) => replayEvents(tx, id, { since: '2026-01-01T00:00:00.000Z' }),
      createChannel: (tx) =>
        createChannel(webhookDeps, tx, {
          provider: 'slack',
          name: 'Feedback',
          webhookUrl: 'https://hooks.slack.com/services/T/B/x',
          kinds: ['request.created'],
          boardIds: [],
        }),
      updateChannel: (tx, id) => updateChannel(webhookDeps, tx, id, { enabled: false }),
      deleteChannel,
      sendTestMessage,
      resendMessage: (tx, id) => resendMessage(tx, id, id),
    },
  },
}
