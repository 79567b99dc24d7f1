import { defineMessages } from '#i18n/messages.ts'

/** Texts of the mail about a webhook that Heed has disabled. */
export const webhookMailMessages = defineMessages({
  subject: 'Heed disabled a webhook of {workspace}',
  gone: 'Heed no longer sends events to {url}: it responded with status 410, which means that the receiver is gone for good.',
  failing:
    'Heed no longer sends events to {url}: no delivery has succeeded for five days. Once the receiver works again, enable the webhook and replay the events that it missed.',
  button: 'Open the webhook',
  channel: {
    subject: 'Heed disabled a channel of {workspace}',
    gone: 'Heed no longer posts to the channel “{name}” ({url}): its webhook no longer exists. Create a new incoming webhook, and enter its URL in Heed.',
    failing:
      'Heed no longer posts to the channel “{name}” ({url}): no message has arrived for five days. Once it works again, enable the channel.',
    button: 'Open the channel',
  },
  reason: 'You’re receiving this email because you’re an owner or admin of {workspace}.',
})
