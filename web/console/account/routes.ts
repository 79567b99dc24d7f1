import { layout, route } from '@react-router/dev/routes'

export const accountRoutes = [
  layout('account/frame.tsx', [
    route('account', 'account/page.tsx'),
    route('account/second-step', 'account/second-step.tsx'),
    route('account/workspaces/:workspace/leave', 'account/leave.tsx'),
  ]),
]
