import { useCallback, useEffect, useId, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'

interface UnsavedChangesGuardProps {
  when: boolean
  /** Whether the changes are being sent. Asked before leaving, because React may render that later. */
  unless: () => boolean
}

/** Asks for confirmation before leaving the page, within the console or to another site. */
export function UnsavedChangesGuard({ when, unless }: UnsavedChangesGuardProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && !unless() && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(useCallback((event) => when && event.preventDefault(), [when]))
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [blocker.state])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size="sm"
      aria-labelledby={titleId}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{uiMessages.unsavedTitle}</h2>
        <p>{uiMessages.unsavedText}</p>
      </div>
      <div className="dialog-body">
        <div className="form-actions" data-end="">
          <Button look="danger-quiet" onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
            {uiMessages.leave}
          </Button>
          <Button look="primary" onClick={() => dialog.current?.close()}>
            {uiMessages.keepEditing}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
