import { layout, route } from '@react-router/dev/routes'

export const entranceRoutes = [
  layout('entrance/column.tsx', [
    route('setup/:token', 'entrance/setup.tsx'),
    route('sign-in', 'entrance/sign-in.tsx'),
    route('sign-in/code', 'entrance/code.tsx'),
    route('sign-in/second-step', 'entrance/second-step.tsx'),
    route('password/forgotten', 'entrance/forgotten.tsx'),
    route('password/reset/:token', 'entrance/reset.tsx'),
    route('invitations/:token', 'entrance/invitation.tsx'),
  ]),
  route('sign-out', 'entrance/sign-out.ts'),
]
