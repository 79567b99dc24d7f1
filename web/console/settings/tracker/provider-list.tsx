import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import type { TrackerPage } from './page.tsx'

export function Offers({ providers, here }: TrackerPage) {
  return (
    <Card title={words.choose} description={words.chooseText} flush>
      <Rows label={words.choose}>
        {providers.map((provider) => (
          <Row
            key={provider}
            title={words.providers[provider]}
            meta={<span>{words.offers[provider]}</span>}
            end={
              <LinkButton
                to={`${here}/connect/${provider}`}
                size="sm"
                aria-label={words.connectTo(words.providers[provider])}
              >
                {words.connect}
              </LinkButton>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
