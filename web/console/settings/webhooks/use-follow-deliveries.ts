import { useEffect, useRef } from 'react'
import { useActionData, useLocation, useRevalidator } from 'react-router'

const intervalMs = 1_500
// Half a minute, twice as long as an attempt can take. A worker that is not running ends the wait.
const maxReloads = 20

/**
 * Reloads the page's data while deliveries are under way. Pauses while the page shows the result of a form: a reload
 * would remove it, and with it a new secret.
 */
export function useFollowDeliveries(isDelivering: boolean): void {
  const { revalidate, state } = useRevalidator()
  const hasResult = useActionData() !== undefined
  const reloads = useRef(0)
  const { key } = useLocation()
  // Each visit and each submitted form may wait again.
  useEffect(() => {
    reloads.current = 0
  }, [key])
  useEffect(() => {
    if (!isDelivering || hasResult || state !== 'idle') return
    const timer = setInterval(() => {
      if (document.hidden || reloads.current >= maxReloads) return
      reloads.current += 1
      revalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isDelivering, hasResult, state, revalidate])
}
