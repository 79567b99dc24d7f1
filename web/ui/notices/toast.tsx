import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { Button, IconButton } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { ToneIcon } from './notice.tsx'
import { dismissToast, keyOf, selectShown, type Toast, type ToastForm, useToasts } from './toast-store.ts'

// Long enough to read a line twice and to reach the undo button.
const toastDurationMs = 8_000

/**
 * Renders all toasts; used once, in the root layout. `flash` comes from the last action (a new object each time), other
 * toasts from `showToast`.
 */
export function ToastRegion({ flash: loaded = null }: { flash?: Toast | null }) {
  const flash = useKeptFlash(loaded)
  const toasts = useToasts()
  const shown = selectShown(toasts)
  const [dismissed, setDismissed] = useState<Toast | null>()
  return (
    <section className="toasts" aria-label={uiMessages.notifications} aria-live="polite">
      {flash && flash !== dismissed && <ToastMessage toast={flash} onEnd={() => setDismissed(flash)} />}
      {toasts.map((toast) => (
        <ToastMessage
          key={keyOf(toast)}
          toast={toast}
          isHidden={!shown.includes(toast)}
          onEnd={() => dismissToast(toast)}
        />
      ))}
    </section>
  )
}

/** Returns the flash of the current page, also after a reload of the page's data, which comes without it. */
function useKeptFlash(loaded: Toast | null): Toast | null {
  const { key } = useLocation()
  const [kept, setKept] = useState({ flash: loaded, key })
  const isOld = loaded === null ? key !== kept.key : loaded !== kept.flash
  if (isOld) setKept({ flash: loaded, key })
  return isOld ? loaded : kept.flash
}

interface ToastMessageProps {
  toast: Toast
  /** Whether it waits behind later toasts. Its time passes meanwhile. */
  isHidden?: boolean
  onEnd: () => void
}

function ToastMessage({ toast, isHidden = false, onEnd }: ToastMessageProps) {
  const message = useRef<HTMLDivElement>(null)
  useTimeout(toast, message, onEnd)
  const { text, tone = 'success', undo, secondary } = toast
  return (
    <div ref={message} className="toast" data-tone={tone} hidden={isHidden}>
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

/** Calls `onEnd` after a while, but not while a person uses the toasts, or does not see the page. */
function useTimeout(toast: Toast, message: RefObject<HTMLDivElement | null>, onEnd: () => void) {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (isInUse(message.current) ? wait() : end.current()), toastDurationMs)
    }
    wait()
    return () => clearTimeout(timer)
  }, [toast, message])
}

/** Also true for the other toasts: if one of them ended, the button under the pointer would become another one. */
const isInUse = (message: HTMLElement | null): boolean =>
  document.hidden || message?.parentElement?.matches(':hover, :focus-within') === true
