import { Link } from 'react-router'
import { failures } from '../words/frame.ts'

interface Words {
  title: string
  text: string
}

/** What to say about an answer that is no page. */
export function failureOf(status: number, message?: string): Words {
  if (status === 404) return failures.notFound
  if (status === 403) return failures.forbidden
  if (status >= 500) return failures.failed
  return { title: failures.refused.title, text: message ?? failures.refused.text }
}

/** What went wrong and what to do. */
export function FailureText({ title, text }: Words) {
  return (
    <div className="flex max-w-narrow flex-col gap-2">
      <title>{title}</title>
      <h1 className="font-semibold text-20">{title}</h1>
      <p className="text-muted">{text}</p>
      <p className="mt-2">
        <Link to="/">{failures.back}</Link>
      </p>
    </div>
  )
}

/** The same as a page of its own, where there is no frame. */
export function Failure(words: Words) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <FailureText {...words} />
    </main>
  )
}
