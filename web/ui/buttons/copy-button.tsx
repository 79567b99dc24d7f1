import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { uiMessages } from '../messages.ts'
import { Button, type ButtonProps, IconButton } from './button.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'look'> {
  value: string
  /** What it copies, for its name: "Copy key". */
  label?: string
  iconOnly?: boolean
}

// As long as it takes to look back from the key to the button.
const copiedMessageMs = 2_000

/** Copies and says so. Where the clipboard is out of reach, it selects what stands beside it (`data-copied`). */
export function CopyButton({ value, label = uiMessages.copy, iconOnly, ...looks }: CopyButtonProps) {
  const [told, setTold] = useState('')
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(''), copiedMessageMs)
    return () => clearTimeout(timer)
  }, [told])
  const copy = () =>
    navigator.clipboard ? navigator.clipboard.writeText(value).then(() => setTold(uiMessages.copied), select) : select()
  const select = () => {
    const text = place.current?.parentElement?.querySelector('[data-copied]')
    if (text) getSelection()?.selectAllChildren(text)
    setTold(uiMessages.selected)
  }
  const icon = told === uiMessages.copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  return (
    <span ref={place} className="contents">
      {iconOnly ? (
        <IconButton {...looks} label={told || label} icon={icon} onClick={copy} />
      ) : (
        <Button {...looks} icon={icon} onClick={copy}>
          {told === uiMessages.copied ? told : label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </span>
  )
}

/** A value to be copied: a key that is shown once, an address, a command. One press selects it whole. */
export function Secret({ value, label, block }: { value: string; label?: string; block?: boolean }) {
  const Value = block ? 'pre' : 'code'
  return (
    <div className="secret">
      <Value data-copied="">{value}</Value>
      <CopyButton value={value} label={label} size="sm" />
    </div>
  )
}
