import './auth.css'
import { Outlet } from 'react-router'
import { layoutMessages } from '../messages/layout.ts'

/** Renders the layout of the signed-out pages: the product's logo above one column. */
export default function AuthLayout() {
  return (
    <main className="auth">
      <div className="auth-column">
        <ProductLogo />
        <Outlet />
      </div>
    </main>
  )
}

export function ProductLogo() {
  return (
    <p className="auth-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 8v16M23 8v16M9 16h14" />
      </svg>
      {layoutMessages.product}
    </p>
  )
}
