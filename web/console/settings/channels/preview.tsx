import './preview.css'
import type { Provider } from '#server/webhooks/channels/kinds.ts'
import type { ChannelMessage } from '#server/webhooks/channels/message.ts'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'

/** Shows a message as it looks in a product. Its links lead nowhere. */
export function Preview({ provider, message }: { provider: Provider; message: ChannelMessage }) {
  const Body = bodies[provider]
  return (
    <div className="chat" data-provider={provider}>
      <span className="chat-icon" aria-hidden="true">
        {messages.bot.slice(0, 1)}
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="chat-name">
          {messages.bot}
          {provider !== 'teams' && <span className="chat-app">{messages.app}</span>}
          <span className="chat-time">{messages.time}</span>
        </p>
        <Body {...message} />
      </div>
    </div>
  )
}

const separator = '  ·  '

function SlackBody({ headline, title, excerpt, details }: ChannelMessage) {
  return (
    <>
      <p>
        <strong>{headline}</strong>
        <br />
        <span className="chat-link">{title}</span>
      </p>
      {excerpt && <p className="chat-quote">{excerpt}</p>}
      <p className="chat-details">{details.join(separator)}</p>
    </>
  )
}

function DiscordBody({ headline, title, excerpt, details }: ChannelMessage) {
  return (
    <div className="chat-card text-13">
      <strong>{headline}</strong>
      <strong className="chat-link text-14">{title}</strong>
      {excerpt && <p>{excerpt}</p>}
      <p className="chat-details">{details.join(separator)}</p>
    </div>
  )
}

function TeamsBody({ headline, title, excerpt, details, link }: ChannelMessage) {
  return (
    <div className="chat-card text-14">
      <strong className="chat-link">{headline}</strong>
      <strong>{title}</strong>
      {excerpt && <p>{excerpt}</p>}
      <p className="chat-details">{details.join(separator)}</p>
      <span className="chat-button">{link.label}</span>
    </div>
  )
}

const bodies = { slack: SlackBody, discord: DiscordBody, teams: TeamsBody }
