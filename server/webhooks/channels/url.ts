import type { Vault } from '../../platform/crypto/vault.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { ProblemDetail } from '../../platform/problems.ts'
import { urlProblems } from '../url.ts'
import type { Provider } from './kinds.ts'
import { channelTexts } from './messages.ts'

type Refuse = Pick<Outbound, 'refuse'>

/** The hosts that hand out incoming webhooks; one that begins with a dot stands for its subdomains. */
const hosts: Record<Provider, readonly string[]> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  discord: ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'],
  teams: ['.logic.azure.com', '.webhook.office.com', '.api.powerplatform.com', '.api.powerautomate.com'],
}

const path = '/webhookUrl'

/**
 * Returns what is wrong with the URL of a channel, if anything. Other hosts than the provider's must be in the networks of
 * `OUTBOUND_ALLOW`, such as a Mattermost server that understands Slack's messages.
 */
export async function channelUrlProblems(outbound: Refuse, provider: Provider, url: string): Promise<ProblemDetail[]> {
  const problems = await urlProblems(outbound, url)
  if (problems.length > 0) return problems.map((each) => ({ ...each, path }))
  const { hostname, protocol } = new URL(url)
  const isKnown = hosts[provider].some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
  if (isKnown && protocol === 'https:') return []
  if (await isAllowedByOperator(outbound, url)) return []
  const product = channelTexts.products[provider]
  return [{ path, message: `must be a webhook URL of ${product}`, code: 'wrong-host', values: { product } }]
}

/** Only the networks of `OUTBOUND_ALLOW` accept requests without encryption, so an `http` URL tests for them. */
const isAllowedByOperator = async (outbound: Refuse, url: string): Promise<boolean> =>
  (await outbound.refuse(url.replace(/^https:/i, 'http:'))) === null

/**
 * Resolves the host before the transaction begins, because name servers may take seconds to respond.
 * @returns the check that the verb calls in the transaction
 */
export async function answerChannelUrl(outbound: Refuse, url: string | undefined): Promise<Refuse> {
  const answers = new Map<string, string | null>()
  if (url !== undefined) {
    for (const each of new Set([url, url.replace(/^https:/i, 'http:')])) answers.set(each, await outbound.refuse(each))
  }
  return {
    async refuse(each) {
      const answer = answers.get(each)
      if (answer === undefined) throw new Error('The URL was not checked before the transaction.')
      return answer
    },
  }
}

const shownCharacters = 4

/** Returns what people may see of a channel's URL. */
export const describeUrl = (url: string): string => `${new URL(url).host}/…${url.slice(-shownCharacters)}`

interface ChannelKey {
  workspaceId: string
  id: string
}

const context = ({ workspaceId, id }: ChannelKey): string => `channel ${workspaceId}/${id}`

export const sealUrl = (vault: Vault, url: string, key: ChannelKey): Buffer => vault.seal(url, context(key))

/** Opens a sealed URL; null if it was sealed with a different `SECRET_KEY`. */
export const openUrl = (vault: Vault, sealed: Buffer, key: ChannelKey): string | null =>
  vault.open(sealed, context(key))
