import { layout, route } from '@react-router/dev/routes'

export const accountRoutes = [
  layout('account/account-layout.tsx', [
    route('account', 'account/page.tsx'),
    route('account/second-step', 'account/two-factor-setup.tsx'),
    route('account/workspaces/:workspace/leave', 'account/leave-workspace.tsx'),
  ]),
]
