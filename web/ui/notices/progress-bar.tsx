import { type ReactNode, useId } from 'react'

interface ProgressBarProps {
  label: ReactNode
  value: number
  max: number
  /** Shown at the end: "62 of 100". */
  text: ReactNode
  tone?: 'accent' | 'success' | 'warning' | 'danger'
}

export function ProgressBar({ label, value, max, text, tone = 'accent' }: ProgressBarProps) {
  const id = useId()
  return (
    <div className="meter" data-tone={tone}>
      <label htmlFor={id}>{label}</label>
      <span>{text}</span>
      <progress id={id} value={Math.min(value, max)} max={Math.max(max, 1)} />
    </div>
  )
}
