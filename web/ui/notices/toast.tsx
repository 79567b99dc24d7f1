import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button, IconButton } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { ToneIcon } from './notice.tsx'
import { dismissToast, type Toast, type ToastForm, useToasts } from './toast-store.ts'

// Long enough to read a line twice and to reach the undo button.
const toastDurationMs = 8_000

/**
 * Renders all toasts; used once, in the root layout. `flash` comes from the last action (a new object each time), other
 * toasts from `showToast`.
 */
export function ToastRegion({ flash }: { flash?: Toast | null }) {
  const toasts = useToasts()
  const [dismissed, setDismissed] = useState<Toast | null>()
  return (
    <section className="toasts" aria-label={uiMessages.notifications} aria-live="polite">
      {flash && flash !== dismissed && <ToastMessage toast={flash} onEnd={() => setDismissed(flash)} />}
      {toasts.map((toast, at) => (
        <ToastMessage key={`${toast.text}-${at}`} toast={toast} onEnd={() => dismissToast(toast)} />
      ))}
    </section>
  )
}

function ToastMessage({ toast, onEnd }: { toast: Toast; onEnd: () => void }) {
  const pauseHandlers = useTimeout(toast, onEnd)
  const { text, tone = 'success', undo, secondary } = toast
  return (
    <div className="toast" data-tone={tone} {...pauseHandlers}>
      <ToneIcon tone={tone} />
      <p>{text}</p>
      {secondary && <ToastAction form={secondary} onEnd={onEnd} />}
      {undo && <ToastAction form={undo} onEnd={onEnd} isUndo />}
      <IconButton label={uiMessages.dismiss} icon={<X aria-hidden="true" />} size="sm" onClick={onEnd} />
    </div>
  )
}

interface ToastActionProps {
  form: ToastForm
  onEnd: () => void
  isUndo?: boolean
}

const ToastAction = ({ form, onEnd, isUndo }: ToastActionProps) => (
  <Form method="post" action={form.action} preventScrollReset onSubmit={onEnd} data-undo={isUndo ? '' : undefined}>
    <input type="hidden" name="intent" value={form.intent} />
    {Object.entries(form.fields ?? {}).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" size="sm">
      {form.text ?? uiMessages.undo}
    </Button>
  </Form>
)

/** Calls `onEnd` after a while, but not while the toast contains the pointer or the focus. */
function useTimeout(toast: Toast, onEnd: () => void) {
  const [isPaused, setPaused] = useState(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => end.current(), toastDurationMs)
    return () => clearTimeout(timer)
  }, [toast, isPaused])
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)
  return { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume }
}
