import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button, IconButton } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import { ToneIcon } from './notice.tsx'
import { dismissToast, type Flash, useToasts } from './toast-store.ts'

// Long enough to read a line twice and to reach the undo button.
const toastDurationMs = 8_000

/**
 * Stands once in the frame. `flash` is what the last action said through the server (a new object for each); what the
 * browser says comes through `announce`.
 */
export function ToastRegion({ flash }: { flash?: Flash | null }) {
  const announced = useToasts()
  const [dismissed, setDismissed] = useState<Flash | null>()
  return (
    <section className="toasts" aria-label={uiMessages.notifications} aria-live="polite">
      {flash && flash !== dismissed && <Toast flash={flash} onEnd={() => setDismissed(flash)} />}
      {announced.map((one, at) => (
        <Toast key={`${one.text}-${at}`} flash={one} onEnd={() => dismissToast(one)} />
      ))}
    </section>
  )
}

function Toast({ flash, onEnd }: { flash: Flash; onEnd: () => void }) {
  const hold = useTimeout(flash, onEnd)
  const { text, tone = 'success', undo } = flash
  return (
    <div className="toast" data-tone={tone} {...hold}>
      <ToneIcon tone={tone} />
      <p>{text}</p>
      {undo && (
        <Form method="post" action={undo.action} preventScrollReset onSubmit={onEnd}>
          <input type="hidden" name="intent" value={undo.intent} />
          {Object.entries(undo.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="sm">
            {undo.text ?? uiMessages.undo}
          </Button>
        </Form>
      )}
      <IconButton label={uiMessages.dismiss} icon={<X aria-hidden="true" />} size="sm" onClick={onEnd} />
    </div>
  )
}

/** Ends after a while, but not while the pointer or the focus is in it. */
function useTimeout(flash: Flash, onEnd: () => void) {
  const [isHeld, setHeld] = useState(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => end.current(), toastDurationMs)
    return () => clearTimeout(timer)
  }, [flash, isHeld])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
}
