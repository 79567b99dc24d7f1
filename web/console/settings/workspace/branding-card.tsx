import { type CSSProperties, useState } from 'react'
import { Badge } from '../../../ui/data/badge.tsx'
import { ColorInput } from '../../../ui/forms/color-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import { type AccentTheme, contrastSampleOn, isColor } from './contrast.ts'
import type { WorkspacePage } from './page.tsx'

const themes: AccentTheme[] = ['light', 'dark']

export function BrandingCard({ workspace }: WorkspacePage) {
  const [logoUrl, setLogoUrl] = useState(workspace.logoUrl ?? '')
  const [color, setColor] = useState(workspace.accentColor ?? '')
  return (
    <Card title={messages.look} description={messages.lookText}>
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
        {/* Both the text and the picker of the colour tell here what they were changed to. */}
        <div
          onChange={(event) => {
            const { value } = event.target as unknown as HTMLInputElement
            setColor(value.trim())
          }}
        >
          <Field name="accentColor" label={messages.accent} optional help={messages.accentHelp}>
            <ColorInput defaultValue={workspace.accentColor ?? ''} />
          </Field>
        </div>
        {isColor(color) && (
          <div className="accent-preview">
            {themes.map((ground) => (
              <AccentSample key={ground} ground={ground} color={color.toLowerCase()} />
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
      {themes.map((ground) => (
        <figure key={ground} className="flex flex-col gap-1">
          <div className="logo-preview accent-ground" data-ground={ground}>
            <img src={url} alt={messages.logoAlt} onError={() => setFailed(true)} />
          </div>
          <figcaption className="text-12 text-muted">{messages.logoOn[ground]}</figcaption>
        </figure>
      ))}
    </div>
  )
}

const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

function AccentSample({ ground, color }: { ground: AccentTheme; color: string }) {
  const { ink, textContrast, groundContrast, fault } = contrastSampleOn(ground, color)
  const verdict = fault === null ? messages.good : fault === 'text' ? messages.faintText : messages.faintGround
  return (
    <div className="accent-ground" data-ground={ground}>
      <span className="text-12 text-muted">{messages.grounds[ground]}</span>
      <span className="accent-button" style={{ '--sample': color, '--sample-ink': ink } as CSSProperties}>
        {messages.sample}
      </span>
      <Badge tone={fault === null ? 'success' : 'warning'} dot>
        {verdict}
      </Badge>
      <span className="text-12 text-muted tabular-nums">
        {messages.contrastText(ratio.format(textContrast))}
        <br />
        {messages.contrastGround(ratio.format(groundContrast))}
      </span>
    </div>
  )
}
