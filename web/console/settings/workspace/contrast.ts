/** Returns the relative luminance of `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

// The values of --ground-surface in the two themes.
const themeBackgrounds = { light: '#ffffff', dark: '#191817' } as const
const textColors = ['#ffffff', '#1a1816'] as const

export type AccentTheme = keyof typeof themeBackgrounds

export interface ContrastCheck {
  theme: AccentTheme
  /** The color of the more readable text: light or dark. */
  ink: string
  textContrast: number
  backgroundContrast: number
  /** Which contrast is too low (WCAG 2.2: at least 4.5 for text, 3 for controls). */
  issue: 'text' | 'background' | null
}

/** Checks the contrast of a button of this color in a theme. */
export function checkContrast(theme: AccentTheme, color: string): ContrastCheck {
  const [first, second] = textColors.map((ink) => ({ ink, contrast: contrastRatio(ink, color) })) as [
    TextColor,
    TextColor,
  ]
  const { ink, contrast: textContrast } = first.contrast >= 4.5 ? first : best(first, second)
  const backgroundContrast = contrastRatio(color, themeBackgrounds[theme])
  const issue = textContrast < 4.5 ? 'text' : backgroundContrast < 3 ? 'background' : null
  return { theme, ink, textContrast, backgroundContrast, issue }
}

interface TextColor {
  ink: string
  contrast: number
}

const best = (one: TextColor, other: TextColor): TextColor => (one.contrast >= other.contrast ? one : other)

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)
