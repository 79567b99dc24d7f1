import { locale } from '#i18n/locale.ts'

interface WorkspaceLogoProps {
  name: string
  logoUrl: string | null
}

/** Renders the workspace's logo, or the first letter of its name. Decorative: the name is always next to it. */
export function WorkspaceLogo({ name, logoUrl }: WorkspaceLogoProps) {
  if (logoUrl !== null) return <img src={logoUrl} alt="" className="size-5 shrink-0 rounded-control object-contain" />
  return (
    <span
      aria-hidden
      className="flex size-5 shrink-0 items-center justify-center rounded-control bg-accent font-semibold text-12 text-on-accent leading-none"
    >
      {[...name.trim()][0]?.toLocaleUpperCase(locale)}
    </span>
  )
}
