import { index, layout, prefix, route } from '@react-router/dev/routes'

export const settingsRoutes = prefix('settings', [
  layout('settings/layout.tsx', [
    index('settings/workspace/page.tsx'),
    layout('settings/portal/layout.tsx', [
      route('portal', 'settings/portal/page.tsx'),
      route('portal/sign-in', 'settings/portal/sign-in-page.tsx'),
      route('portal/sso', 'settings/portal/sso-page.tsx'),
      route('portal/widget', 'settings/portal/widget-page.tsx'),
      route('portal/domain', 'settings/portal/domain-page.tsx'),
    ]),
    route('boards', 'settings/boards/page.tsx'),
    route('tags', 'settings/tags/page.tsx'),
    route('members', 'settings/members/page.tsx'),
    route('tokens', 'settings/tokens/page.tsx'),
    route('tokens/new', 'settings/tokens/new-page.tsx'),
    route('webhooks', 'settings/webhooks/page.tsx'),
    route('webhooks/new', 'settings/webhooks/new-page.tsx'),
    route('webhooks/:id', 'settings/webhooks/webhook-page.tsx'),
    route('webhooks/:id/edit', 'settings/webhooks/edit-page.tsx'),
    route('webhooks/:id/deliveries/:deliveryId', 'settings/webhooks/deliveries/delivery-page.tsx'),
    route('tracker', 'settings/tracker/page.tsx'),
    route('tracker/connect/:provider', 'settings/tracker/connect-page.tsx'),
    route('tracker/oauth', 'settings/tracker/oauth-callback-page.tsx'),
    route('tracker/destination', 'settings/tracker/destination-page.tsx'),
    route('mail', 'settings/mail/page.tsx'),
    route('retention', 'settings/retention/page.tsx'),
    route('audit', 'settings/audit/page.tsx'),
    route('plan', 'settings/plan/page.tsx'),
  ]),
])
