import { type CSSProperties, useState } from 'react'
import { formatRatio } from '#i18n/format.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ColorInput } from '../../../ui/forms/color-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import { type AccentTheme, checkContrast, isColor } from './contrast.ts'
import type { WorkspacePage } from './page.tsx'

const themes: AccentTheme[] = ['light', 'dark']

export function BrandingCard({ workspace }: WorkspacePage) {
  const [logoUrl, setLogoUrl] = useState(workspace.logoUrl ?? '')
  const [color, setColor] = useState(workspace.accentColor ?? '')
  return (
    <Card title={messages.branding} description={messages.brandingText}>
      <div className="form">
        <Field name="logoUrl" label={messages.logo} optional help={messages.logoHelp}>
          <TextInput
            type="url"
            defaultValue={workspace.logoUrl ?? ''}
            maxLength={2048}
            placeholder="https://example.com/logo.svg"
            onChange={(event) => setLogoUrl(event.target.value.trim())}
          />
        </Field>
        {/^https:\/\/./.test(logoUrl) && <LogoPreview key={logoUrl} url={logoUrl} />}
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

function LogoPreview({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p className="field-error">{messages.logoFailed}</p>
  return (
    <div className="flex flex-wrap gap-3">
      {themes.map((theme) => (
        <figure key={theme} className="flex flex-col gap-1">
          <div className="logo-preview accent-ground" data-ground={theme}>
            <img src={url} alt={messages.logoAlt} onError={() => setFailed(true)} />
          </div>
          <figcaption className="text-12 text-muted">{messages.logoBackgrounds[theme]}</figcaption>
        </figure>
      ))}
    </div>
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
