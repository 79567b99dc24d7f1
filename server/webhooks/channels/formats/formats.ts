import type { Provider } from '../kinds.ts'
import type { ChannelMessage } from '../message.ts'
import { formatForDiscord } from './discord.ts'
import { formatForSlack } from './slack.ts'
import { formatForTeams } from './teams.ts'

/** The body of a request to each product. */
export const formats: Record<Provider, (message: ChannelMessage) => object> = {
  slack: formatForSlack,
  discord: formatForDiscord,
  teams: formatForTeams,
}
