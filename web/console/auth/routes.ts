import { layout, route } from '@react-router/dev/routes'

export const authRoutes = [
  layout('auth/auth-layout.tsx', [
    route('setup/:token', 'auth/setup.tsx'),
    route('sign-in', 'auth/sign-in.tsx'),
    route('sign-in/code', 'auth/sign-in-code.tsx'),
    route('sign-in/second-step', 'auth/two-factor-challenge.tsx'),
    route('password/forgotten', 'auth/forgot-password.tsx'),
    route('password/reset/:token', 'auth/reset-password.tsx'),
    route('invitations/:token', 'auth/accept-invitation.tsx'),
  ]),
  route('sign-out', 'auth/sign-out.ts'),
]
