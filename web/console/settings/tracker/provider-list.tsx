import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import type { TrackerPage } from './page.tsx'

export function ProviderList({ providers, settingsPath }: TrackerPage) {
  return (
    <Card title={messages.choose} description={messages.chooseText} flush>
      <Rows label={messages.choose}>
        {providers.map((provider) => (
          <Row
            key={provider}
            title={messages.providers[provider]}
            meta={<span>{messages.offers[provider]}</span>}
            end={
              <LinkButton
                to={`${settingsPath}/connect/${provider}`}
                size="sm"
                aria-label={messages.connectTo({ tracker: messages.providers[provider] })}
              >
                {messages.connect}
              </LinkButton>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
