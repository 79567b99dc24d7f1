import { DateText } from '../../../ui/data/time.tsx'

interface PreviousSecretProps {
  /** When the previous secret stops being valid; undefined if nothing was rotated. */
  expiresAt: string | undefined
  now: string
  zone: string
  /** The beginning of a sentence that ends with the time. */
  until: string
  ended: string
}

/** Says until when the previous secret or token is valid after a rotation. */
export const PreviousSecret = ({ expiresAt, now, zone, until, ended }: PreviousSecretProps) =>
  expiresAt !== undefined && (
    <p className="text-13 text-muted">
      {expiresAt > now ? (
        <>
          {until} <DateText value={expiresAt} zone={zone} clock />.
        </>
      ) : (
        ended
      )}
    </p>
  )
