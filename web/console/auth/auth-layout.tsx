import './auth.css'
import { Outlet } from 'react-router'
import { frame } from '../messages/layout.ts'

/** What the pages before one is in have around them: the product's mark above one column. */
export default function Column() {
  return (
    <main className="entrance">
      <div className="entrance-column">
        <Mark />
        <Outlet />
      </div>
    </main>
  )
}

export function Mark() {
  return (
    <p className="entrance-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 8v16M23 8v16M9 16h14" />
      </svg>
      {frame.product}
    </p>
  )
}
