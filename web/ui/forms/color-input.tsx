import { type InputHTMLAttributes, useState } from 'react'
import { uiMessages } from '../messages.ts'
import { useControl } from './field.tsx'

/** Takes `#rrggbb`, typed or picked. Without JavaScript, the text field is enough. */
export function ColorInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'value' | 'onChange'>) {
  const { defaultValue, ...control } = useControl(props)
  const [color, setColor] = useState(String(defaultValue ?? props.defaultValue ?? ''))
  const isValid = /^#[0-9a-f]{6}$/i.test(color)
  return (
    <span className="input input-group">
      <input
        type="color"
        className="swatch"
        aria-label={uiMessages.pickColor}
        value={isValid ? color.toLowerCase() : '#808080'}
        onChange={(event) => setColor(event.target.value)}
      />
      <input
        type="text"
        placeholder="#1f7a8c"
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        {...props}
        {...control}
        defaultValue={undefined}
        value={color}
        onChange={(event) => setColor(event.target.value)}
      />
    </span>
  )
}
