import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { uiMessages } from '../messages.ts'
import { Button, type ButtonProps, IconButton } from './button.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'look'> {
  value: string
  /** The label, such as "Copy key". */
  label?: string
  iconOnly?: boolean
}

// Long enough to look from the copied value back to the button.
const copiedMessageMs = 2_000

/** Copies a value and confirms it. Without clipboard access, selects the value next to it (`data-copied`). */
export function CopyButton({ value, label = uiMessages.copy, iconOnly, ...appearance }: CopyButtonProps) {
  const [status, setStatus] = useState('')
  const root = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!status) return
    const timer = setTimeout(() => setStatus(''), copiedMessageMs)
    return () => clearTimeout(timer)
  }, [status])
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(value).then(() => setStatus(uiMessages.copied), select)
      : select()
  const select = () => {
    const text = root.current?.parentElement?.querySelector('[data-copied]')
    if (text) getSelection()?.selectAllChildren(text)
    setStatus(uiMessages.selected)
  }
  const icon = status === uiMessages.copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  return (
    <span ref={root} className="contents">
      {iconOnly ? (
        <IconButton {...appearance} label={status || label} icon={icon} onClick={copy} />
      ) : (
        <Button {...appearance} icon={icon} onClick={copy}>
          {status === uiMessages.copied ? status : label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </span>
  )
}

/** Shows a value to copy, such as a key, a URL or a command. One click selects all of it. */
export function Secret({ value, label, block }: { value: string; label?: string; block?: boolean }) {
  const Value = block ? 'pre' : 'code'
  return (
    <div className="secret">
      <Value data-copied="">{value}</Value>
      <CopyButton value={value} label={label} size="sm" />
    </div>
  )
}
