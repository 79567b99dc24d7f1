import { type CSSProperties, useState } from 'react'
import { formatRatio } from '#i18n/format.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ColorInput } from '../../../ui/forms/color-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import { type AccentTheme, checkContrast, isColor } from './contrast.ts'
import { LogoField } from './logo-field.tsx'
import type { WorkspacePage } from './page.tsx'

const themes: AccentTheme[] = ['light', 'dark']

export function BrandingCard({ workspace }: WorkspacePage) {
  const [color, setColor] = useState(workspace.accentColor ?? '')
  return (
    <Card title={messages.branding} description={messages.brandingText}>
      <div className="form">
        <LogoField logoUrl={workspace.logoUrl} />
        {/* Change events of both the text field and the color picker bubble up to here. */}
        <div
          onChange={(event) => {
            const { value } = event.target as unknown as HTMLInputElement
            setColor(value.trim())
          }}
        >
          <Field name="accentColor" label={messages.accentColor} optional help={messages.accentColorHelp}>
            <ColorInput defaultValue={workspace.accentColor ?? ''} />
          </Field>
        </div>
        {isColor(color) && (
          <div className="accent-preview">
            {themes.map((theme) => (
              <AccentSample key={theme} theme={theme} color={color.toLowerCase()} />
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

function AccentSample({ theme, color }: { theme: AccentTheme; color: string }) {
  const { ink, textContrast, backgroundContrast, issue } = checkContrast(theme, color)
  const verdict =
    issue === null
      ? messages.goodContrast
      : issue === 'text'
        ? messages.lowTextContrast
        : messages.lowBackgroundContrast
  return (
    <div className="accent-ground" data-ground={theme}>
      <span className="text-12 text-muted">{messages.themes[theme]}</span>
      <span className="accent-button" style={{ '--sample': color, '--sample-ink': ink } as CSSProperties}>
        {messages.sampleButton}
      </span>
      <Badge tone={issue === null ? 'success' : 'warning'} dot>
        {verdict}
      </Badge>
      <span className="text-12 text-muted tabular-nums">
        {messages.textContrast({ ratio: formatRatio(textContrast) })}
        <br />
        {messages.backgroundContrast({ ratio: formatRatio(backgroundContrast) })}
      </span>
    </div>
  )
}
